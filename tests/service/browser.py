"""Debian's Chromium, driven over its own debugging protocol: pages opened, clicked, looked at."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--mute-audio",
    "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--hide-scrollbars",
)  # fmt: skip

CLICK = """(() => {
  const all = [...document.querySelectorAll('button, a, label, summary, [role=button]')];
  const one = all.find((each) => each.textContent.trim() === TEXT || each.getAttribute('aria-label') === TEXT);
  if (!one) return false;
  one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  return true;
})()"""

UNNAMED = """(() => {
  const kinds = 'button, a, input, select, textarea, [role=button], img, dialog';
  const text = (ids) => (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join('');
  return [...document.querySelectorAll(kinds)].filter((each) => {
    if (each.closest('[hidden], [aria-hidden=true]') || each.type === 'hidden') return false;
    const labels = [...(each.labels ?? [])].map((label) => label.textContent).join('');
    const names = [each.getAttribute('aria-label'), each.textContent, each.alt, labels, each.title];
    return ![...names, text(each.getAttribute('aria-labelledby'))].join('').trim();
  }).map((each) => each.outerHTML.slice(0, 120));
})()"""
"""What a screen reader would meet without a name."""

APART = """(() => {
  const [a, b] = ['.photo video', '.photo svg'].map((each) => document.querySelector(each).getBoundingClientRect());
  return Math.max(...['left', 'top', 'right', 'bottom'].map((side) => Math.abs(a[side] - b[side])));
})()"""
"""How far the box of the outlines is from the box of the camera's picture, in pixels."""

PALE = """(() => {
  const parts = (text) => {
    const found = text.match(/-?[\\d.]+/g).map(Number);
    const scale = text.startsWith('color(') ? 255 : 1;
    return [...found.slice(0, 3).map((each) => each * scale), found[3] ?? 1];
  };
  const over = (top, under) => [0, 1, 2].map((k) => top[k] * top[3] + under[k] * (1 - top[3])).concat(1);
  const part = (x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b) + 0.05;
  const line = (element) => (element ? [...line(element.parentElement), element] : []);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const wrong = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const style = getComputedStyle(element);
    if (!texts.currentNode.textContent.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('.visually-hidden, .skip, :disabled, svg, noscript, option')) continue;
    let ground = parts(getComputedStyle(document.body).backgroundColor);
    let strength = 1;
    for (const each of line(element)) {
      const own = getComputedStyle(each);
      strength *= Number(own.opacity);
      ground = over(parts(own.backgroundColor), ground);
    }
    const ink = parts(style.color);
    const drawn = over([...ink.slice(0, 3), ink[3] * strength], ground);
    const [low, high] = [light(drawn), light(ground)].sort((a, b) => a - b);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const said = texts.currentNode.textContent.trim().slice(0, 30);
    if (high / low < (large ? 3 : 4.5)) wrong.push(`${said}: ${(high / low).toFixed(2)}`);
  }
  return wrong;
})()"""
"""Text too pale for its ground (WCAG 2.2, 1.4.3): as it is really drawn, with all that lies under it."""


GONE = ("Inspected target navigated or closed", "Cannot find context with specified id")
"""What the browser answers when the page that was asked is left meanwhile."""


class Gone(Exception):
    """The page that was asked is left before it answered."""


class Browser:
    """A browser with one page.

    Args:
        folder: for its profile.
        camera: a file of JPEG frames (.mjpeg) that its camera shows.

    Attributes:
        complaints: what pages complained of.
        forgiven: parts of complaints that a test expects.
    """

    def __init__(self, folder: Path, camera: Path | None = None) -> None:
        assert CHROMIUM is not None
        film = () if camera is None else (f"--use-file-for-fake-video-capture={camera}",)
        self.process = subprocess.Popen(
            [CHROMIUM, *FLAGS, *film, f"--user-data-dir={folder}", "--remote-debugging-port=0", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        port_file = folder / "DevToolsActivePort"
        deadline = time.monotonic() + 60
        while not port_file.exists() or not port_file.read_text().strip():
            assert self.process.poll() is None, "the browser ended by itself"
            assert time.monotonic() < deadline, "the browser does not start"
            time.sleep(0.05)
        port = int(port_file.read_text().split()[0])
        while True:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [each for each in json.load(answer) if each["type"] == "page"]
            if pages:
                break
            time.sleep(0.05)
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(
            connect(pages[0]["webSocketDebuggerUrl"], max_size=None, ping_interval=None)
        )
        self._number = 0
        self.complaints: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """One command of the protocol; what the page complains of meanwhile is kept."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.complaints.append(message["params"]["entry"]["text"])
            elif message.get("method") == "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(message["params"]["exceptionDetails"])[:500])
            if message.get("id") == self._number:
                if message.get("error", {}).get("message") in GONE:
                    raise Gone(message["error"]["message"])
                assert "error" not in message, message
                return message.get("result", {})  # type: ignore[no-any-return]

    def size(self, width: int, height: int, scheme: str = "light", phone: bool = False) -> None:
        """A window of this size, light or dark."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.call("Emulation.setEmulatedMedia", features=features)

    def open(self, address: str) -> None:
        """Go to a page and wait until it is there."""
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete'")

    def reload(self) -> None:
        """Load the page anew and wait until it is there: the document of before no longer answers."""
        self.run("window.before = true")
        self.call("Page.reload")
        self.until("!window.before && document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        """The value of a script, awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, condition: str, seconds: float = 40) -> None:
        """Wait until a script's value is true, in the page of now or, if that is being left, in the next one."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                answer = self.call("Runtime.evaluate", expression=f"Boolean({condition})", returnByValue=True)
            except Gone:
                answer = {}
            if answer.get("result", {}).get("value") is True:
                return
            assert time.monotonic() < deadline, f"{condition}: {self.run('document.body.innerText')[:600]}"
            time.sleep(0.05)

    def click(self, text: str) -> None:
        """Click the first button or link with this text or label."""
        script = CLICK.replace("TEXT", json.dumps(text))
        assert self.run(script), f"nothing says {text!r}"

    def give(self, selector: str, *files: Path) -> None:
        """Choose files in a file input."""
        found = self.call("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")
        paths = [str(each) for each in files]
        self.call("DOM.setFileInputFiles", files=paths, objectId=found["result"]["objectId"])

    def key(self, key: str, shift: bool = False) -> None:
        """Press a key."""
        code = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowRight": 39, "ArrowDown": 40}[key]
        for kind in ("keyDown", "keyUp"):
            text = "\r" if key == "Enter" and kind == "keyDown" else ""
            pressed = {"windowsVirtualKeyCode": code, "text": text, "modifiers": 8 if shift else 0}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **pressed)

    def picture(self, transparent: bool = False) -> bytes:
        """A screenshot, PNG."""
        if transparent:
            self.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        """End the browser."""
        self._stack.close()
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(20)
