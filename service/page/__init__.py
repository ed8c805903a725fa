"""The page in the browser: plain HTML, CSS and JavaScript modules, served as they are."""
