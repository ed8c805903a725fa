"""The fonts the painter draws with: Debian packages and the faces taken from each.

Install them with `apt-get install --no-install-recommends` and the names below (`python -m datasets.painter.fonts`
prints them in one line). The order is part of a painting's seed: add at the end.
"""

from __future__ import annotations

# fmt: off
PACKAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("fonts-adf-accanthis", (
        "AccanthisADFStd-Bold.otf", "AccanthisADFStd-Regular.otf", "AccanthisADFStdNo2-Bold.otf",
        "AccanthisADFStdNo2-Regular.otf", "AccanthisADFStdNo3-Bold.otf", "AccanthisADFStdNo3-Regular.otf",
        "AccanthisADFStd-BoldItalic.otf",
    )),
    ("fonts-adf-baskervald", (
        "BaskervaldADFStd-Bold.otf", "BaskervaldADFStd-Heavy.otf", "BaskervaldADFStd.otf",
        "BaskervaldADFStd-BoldItalic.otf",
    )),
    ("fonts-adf-berenis", ("BerenisADFPro-Bold.otf", "BerenisADFPro-Regular.otf", "BerenisADFPro-BoldItalic.otf")),
    ("fonts-adf-gillius", (
        "GilliusADF-Bold.otf", "GilliusADF-BoldCond.otf", "GilliusADF-Cond.otf", "GilliusADFNo2-Bold.otf",
        "GilliusADFNo2-BoldCond.otf", "GilliusADFNo2-Regular.otf", "GilliusADF-BoldCondItalic.otf",
    )),
    ("fonts-adf-ikarius", (
        "IkariusADFNo2Std-Bold.otf", "IkariusADFNo2Std-Regular.otf", "IkariusADFStd-Bold.otf",
        "IkariusADFStd-Regular.otf", "IkariusADFNo2Std-BoldItalic.otf",
    )),
    ("fonts-adf-irianis", (
        "IrianisADFStd-Bold.otf", "IrianisADFStd-Regular.otf", "IrianisADFStyleStd-Bold.otf",
        "IrianisADFStyleStd-Regular.otf", "IrianisADFStd-BoldItalic.otf",
    )),
    ("fonts-adf-libris", ("LibrisADFStd-Bold.otf", "LibrisADFStd-Regular.otf", "LibrisADFStd-BoldItalic.otf")),
    ("fonts-adf-mekanus", (
        "MekanusADFStd-Bold.otf", "MekanusADFStd-Regular.otf", "MekanusADFTitlingStd-Bold.otf",
        "MekanusADFTitlingStd-Regular.otf", "MekanusADFStd-BoldItalic.otf",
    )),
    ("fonts-adf-romande", (
        "RomandeADFNo2Std-DemiBold.otf", "RomandeADFNo2Std-Regular.otf", "RomandeADFStd-DemiBold.otf",
        "RomandeADFStd-Regular.otf", "RomandeADFStyleStd-DemiBold.otf", "RomandeADFStyleStd-Regular.otf",
        "RomandeADFNo2Std-DemiBoldItalic.otf",
    )),
    ("fonts-adf-switzera", (
        "SwitzeraADF-Bold.otf", "SwitzeraADF-BoldExt.otf", "SwitzeraADF-DemiBold.otf", "SwitzeraADF-Ext.otf",
        "SwitzeraADF-Light.otf", "SwitzeraADF-Regular.otf", "SwitzeraADF-BoldCondItalic.otf",
    )),
    ("fonts-adf-tribun", (
        "TribunADFStd-Bold.otf", "TribunADFStd-BoldCond.otf", "TribunADFStd-Cond.otf",
        "TribunADFStd-ExtraBold.otf", "TribunADFStd-Medium.otf", "TribunADFStd-Regular.otf",
        "TribunADFStd-BoldCondItalic.otf",
    )),
    ("fonts-adf-universalis", (
        "UniversalisADFStd-Bold.otf", "UniversalisADFStd-BoldCond.otf", "UniversalisADFStd-Cond.otf",
        "UniversalisADFStd-Regular.otf", "UniversalisADFStd-BoldCondIt.otf",
    )),
    ("fonts-allerta", ("allerta_medium.otf", "allerta_stencil.otf")),
    ("fonts-apropal", ("Apropal-Bold.otf",)),
    ("fonts-arapey", (
        "Arapey-Black-Display.otf", "Arapey-Black.otf", "Arapey-Regular-Display.otf", "Arapey-Regular.otf",
        "Arapey-Thin.otf",
    )),
    ("fonts-averia-sans-gwf", (
        "AveriaSansGWF-Bold.ttf", "AveriaSansGWF-Light.ttf", "AveriaSansGWF-Regular.ttf",
        "AveriaSansGWF-BoldItalic.ttf",
    )),
    ("fonts-averia-serif-gwf", (
        "AveriaSerifGWF-Bold.ttf", "AveriaSerifGWF-Light.ttf", "AveriaSerifGWF-Regular.ttf",
        "AveriaSerifGWF-BoldItalic.ttf",
    )),
    ("fonts-b612", (
        "B612-Bold.otf", "B612-Regular.otf", "B612Mono-Bold.otf", "B612Mono-Regular.otf", "B612-BoldItalic.otf",
    )),
    ("fonts-bebas-neue", ("BebasNeue-Bold.otf", "BebasNeue-Book.otf", "BebasNeue-Regular.otf")),
    ("fonts-beteckna", ("Beteckna.ttf", "BetecknaGS Mac.ttf", "BetecknaGS-Bold.ttf", "BetecknaGSCondensed-Bold.ttf")),
    ("fonts-cabin", (
        "Cabin-Bold.otf", "Cabin-Medium.otf", "Cabin-Regular.otf", "Cabin-SemiBold.otf", "Cabin-BoldItalic.otf",
    )),
    ("fonts-cantarell", (
        "Cantarell-Bold.otf", "Cantarell-ExtraBold.otf", "Cantarell-Light.otf", "Cantarell-Regular.otf",
    )),
    ("fonts-cardo", ("Cardo104s.ttf", "Cardob101.ttf")),
    ("fonts-century-catalogue", ("Century-Catalogue.ttf",)),
    ("fonts-clear-sans", (
        "ClearSans-Bold.ttf", "ClearSans-Light.ttf", "ClearSans-Medium.ttf", "ClearSans-Regular.ttf",
        "ClearSans-Thin.ttf", "ClearSans-BoldItalic.ttf",
    )),
    ("fonts-comfortaa", ("Comfortaa-Bold.ttf", "Comfortaa-Light.ttf", "Comfortaa-Regular.ttf")),
    ("fonts-comic-neue", (
        "ComicNeue-Bold.otf", "ComicNeue-Light.otf", "ComicNeue-Regular.otf", "ComicNeue-BoldItalic.otf",
    )),
    ("fonts-compagnon", ("Compagnon-Light.otf", "Compagnon-Medium.otf", "Compagnon-Roman.otf")),
    ("fonts-courier-prime", ("Courier Prime Code.otf", "Courier Prime Bold Italic.otf")),
    ("fonts-crosextra-caladea", ("Caladea-Bold.ttf", "Caladea-Regular.ttf", "Caladea-BoldItalic.ttf")),
    ("fonts-crosextra-carlito", ("Carlito-Bold.ttf", "Carlito-Regular.ttf", "Carlito-BoldItalic.ttf")),
    ("fonts-dejavu-core", (
        "DejaVuSans-Bold.ttf", "DejaVuSans.ttf", "DejaVuSansMono-Bold.ttf", "DejaVuSansMono.ttf",
        "DejaVuSerif-Bold.ttf", "DejaVuSerif.ttf",
    )),
    ("fonts-dejavu-extra", (
        "DejaVuSans-ExtraLight.ttf", "DejaVuSansCondensed-Bold.ttf", "DejaVuSansCondensed.ttf",
        "DejaVuSerifCondensed-Bold.ttf", "DejaVuSerifCondensed.ttf", "DejaVuSans-BoldOblique.ttf",
    )),
    ("fonts-dosis", (
        "Dosis-Bold.otf", "Dosis-Book.otf", "Dosis-ExtraBold.otf", "Dosis-ExtraLight.otf", "Dosis-Light.otf",
        "Dosis-SemiBold.otf",
    )),
    ("fonts-dustin", (
        "Dustismo.ttf", "Dustismo_Roman_Bold.ttf", "It_wasn_t_me.ttf", "PenguinAttack.ttf", "dustismo_bold.ttf",
        "Dustismo_Roman_Italic_Bold.ttf",
    )),
    ("fonts-ebgaramond", ("EBGaramond08-Regular.otf", "EBGaramond12-Bold.otf", "EBGaramond12-Regular.otf")),
    ("fonts-essays1743", ("Essays1743-Bold.ttf", "Essays1743.ttf")),
    ("fonts-fanwood", ("Fanwood.otf", "FanwoodText.otf")),
    ("fonts-freefont-ttf", (
        "FreeMono.ttf", "FreeMonoBold.ttf", "FreeSans.ttf", "FreeSansBold.ttf", "FreeSerif.ttf",
        "FreeSerifBold.ttf", "FreeMonoBoldOblique.ttf",
    )),
    ("fonts-georgewilliams", (
        "Caliban.ttf", "Caslon-Black.ttf", "CaslonBold.ttf", "CaslonRoman.ttf", "GWMonospaceBold.ttf",
    )),
    ("fonts-gfs-artemisia", ("GFSArtemisia.otf", "GFSArtemisiaBold.otf", "GFSArtemisiaBoldIt.otf")),
    ("fonts-gfs-didot", ("GFSDidot.otf", "GFSDidotBold.otf", "GFSDidotBoldItalic.otf")),
    ("fonts-gfs-neohellenic", ("GFSNeohellenic.otf", "GFSNeohellenicBold.otf", "GFSNeohellenicBoldIt.otf")),
    ("fonts-gnutypewriter", ("GNUTypewriter.ttf",)),
    ("fonts-go", (
        "Go-Bold.ttf", "Go-Medium.ttf", "Go-Mono-Bold.ttf", "Go-Mono.ttf", "Go-Regular.ttf", "Go-Smallcaps.ttf",
        "Go-Bold-Italic.ttf",
    )),
    ("fonts-inter", (
        "Inter-Black.otf", "Inter-ExtraLight.otf", "Inter-Regular.otf", "InterDisplay-Bold.otf",
        "InterDisplay-Light.otf", "Inter-BoldItalic.otf",
    )),
    ("fonts-junction", ("Junction.otf",)),
    ("fonts-junicode", (
        "JunicodeTwoBeta-Bold.otf", "JunicodeTwoBeta-CondensedMedium.otf",
        "JunicodeTwoBeta-ExpandedSemibold.otf", "JunicodeTwoBeta-Regular.otf",
        "JunicodeTwoBeta-SemiExpanded.otf", "JunicodeTwoBeta-Semibold.otf", "JunicodeTwoBeta-BoldItalic.otf",
    )),
    ("fonts-jura", ("Jura-Bold.otf", "Jura-Light.otf", "Jura-Medium.otf", "Jura-Regular.otf", "Jura-SemiBold.otf")),
    ("fonts-karla", (
        "Karla[wght].ttf", "Karla-Bold.otf", "Karla-ExtraBold.otf", "Karla-ExtraLight.otf", "Karla-Light.otf",
        "Karla-Medium.otf", "Karla-BoldItalic.otf",
    )),
    ("fonts-lato", (
        "Lato-Black.ttf", "Lato-Bold.ttf", "Lato-Heavy.ttf", "Lato-Medium.ttf", "Lato-Regular.ttf",
        "Lato-BoldItalic.ttf",
    )),
    ("fonts-league-mono", (
        "LeagueMono-Bold.otf", "LeagueMono-CondensedThin.otf", "LeagueMono-ExtendedThin.otf",
        "LeagueMono-NarrowMedium.otf", "LeagueMono-UltraLight.otf", "LeagueMono-WideUltraLight.otf",
    )),
    ("fonts-league-spartan", (
        "LeagueSpartan-Black.otf", "LeagueSpartan-Bold.otf", "LeagueSpartan-ExtraBold.otf",
        "LeagueSpartan-Light.otf", "LeagueSpartan-Medium.otf", "LeagueSpartan-SemiBold.otf",
    )),
    ("fonts-liberation", (
        "LiberationMono-Bold.ttf", "LiberationMono-Regular.ttf", "LiberationSans-Bold.ttf",
        "LiberationSansNarrow-Bold.ttf", "LiberationSansNarrow-Regular.ttf", "LiberationSerif-Regular.ttf",
        "LiberationMono-BoldItalic.ttf",
    )),
    ("fonts-lindenhill", ("LindenHill.otf",)),
    ("fonts-linuxlibertine", (
        "LinBiolinum_R.otf", "LinBiolinum_RB.otf", "LinLibertine_I.otf", "LinLibertine_M.otf",
        "LinLibertine_RB.otf", "LinLibertine_RBI.otf",
    )),
    ("fonts-lmodern", (
        "latinmodern-math.otf", "lmmonoprop10-regular.otf", "lmroman5-bold.otf", "lmroman9-regular.otf",
        "lmromanslant9-regular.otf", "lmsansquot8-regular.otf", "lmmonolt10-boldoblique.otf",
    )),
    ("fonts-lobster", ("lobster.otf",)),
    ("fonts-lobstertwo", ("LobsterTwo-Bold.otf", "LobsterTwo-Regular.otf", "LobsterTwo-BoldItalic.otf")),
    ("fonts-manrope", (
        "Manrope-Bold.ttf", "Manrope-ExtraBold.ttf", "Manrope-ExtraLight.ttf", "Manrope-Light.ttf",
        "Manrope-Medium.ttf", "Manrope-SemiBold.ttf",
    )),
    ("fonts-millimetre", (
        "millimetreA 01.otf", "millimetreA Bold 01.otf", "millimetreA Extrablack 01.otf",
        "millimetreA light 01.otf",
    )),
    ("fonts-national-park", ("NationalPark-Heavy.otf", "NationalPark-Regular.otf", "NationalPark-Thin.otf")),
    ("fonts-ocr-b", ("OCRB.otf", "OCRBS.otf")),
    ("fonts-okolaks", ("okolaksBold.ttf", "okolaksRegular.ttf", "okolaksBoldItalic.ttf")),
    ("fonts-oldstandard", ("OldStandard-Bold.ttf", "OldStandard-Regular.ttf")),
    ("fonts-open-sans", (
        "OpenSans-Bold.ttf", "OpenSans-CondBold.ttf", "OpenSans-CondLight.ttf", "OpenSans-ExtraBold.ttf",
        "OpenSans-Light.ttf", "OpenSans-Semibold.ttf", "OpenSans-BoldItalic.ttf",
    )),
    ("fonts-opendin", ("OSP-DIN.ttf",)),
    ("fonts-osifont", ("osifont.ttf",)),
    ("fonts-oxygen", ("Oxygen-Sans-Bold.ttf", "Oxygen-Sans.ttf", "OxygenMono-Regular.ttf")),
    ("fonts-paratype", (
        "PTC55F.ttf", "PTF55F.ttf", "PTM55F.ttf", "PTN57F.ttf", "PTS55F.ttf", "PTZ55F.ttf", "PTF76F.ttf",
    )),
    ("fonts-play", ("Play-Bold.otf", "Play-Regular.otf")),
    ("fonts-prociono", ("Prociono.otf",)),
    ("fonts-quattrocento", ("Quattrocento-Regular.otf",)),
    ("fonts-quicksand", (
        "Quicksand-Bold.ttf", "Quicksand-Light.ttf", "Quicksand-Medium.ttf", "Quicksand-Regular.ttf",
    )),
    ("fonts-roadgeek", ("RG2014B.ttf", "RG2014C.ttf", "RG2014D.ttf", "RG2014E.ttf", "RG2014EEM.ttf", "RG2014F.ttf")),
    ("fonts-roboto-slab", ("RobotoSlab-Bold.otf", "RobotoSlab-Light.otf", "RobotoSlab-Regular.otf")),
    ("fonts-roboto-unhinted", (
        "RobotoCondensed-Bold.ttf", "RobotoCondensed-Light.ttf", "RobotoCondensed-Regular.ttf",
        "Roboto-Bold.ttf", "Roboto-Medium.ttf", "RobotoCondensed-BoldItalic.ttf",
    )),
    ("fonts-routed-gothic", ("routed-gothic-narrow.ttf", "routed-gothic-wide.ttf", "routed-gothic.ttf")),
    ("fonts-sora", (
        "Sora-Bold.otf", "Sora-ExtraBold.otf", "Sora-ExtraLight.otf", "Sora-Light.otf", "Sora-Regular.otf",
    )),
    ("fonts-stix", (
        "STIX-Bold.otf", "STIX-Regular.otf", "STIXGeneral-Bold.otf", "STIXGeneral-Regular.otf",
        "STIX-BoldItalic.otf",
    )),
    ("fonts-summersby", ("summersby.ttf",)),
    ("fonts-texgyre", (
        "texgyreadventor-bold.otf", "texgyrebonum-regular.otf", "texgyreheros-bold.otf",
        "texgyreheroscn-regular.otf", "texgyreschola-bold.otf", "texgyretermes-regular.otf",
        "texgyreadventor-bolditalic.otf",
    )),
    ("fonts-tiresias", (
        "tirekv__.ttf", "tiresias_infofont_bold.ttf", "tiresias_lpfont.ttf", "tiresias_pcfont_bold.ttf",
        "tiresias_signfont.ttf", "tiresias_signfontz_bold.ttf",
    )),
    ("fonts-tuffy", ("Tuffy.ttf", "Tuffy_Bold.ttf", "Tuffy_Bold_Italic.ttf")),
    ("fonts-urw-base35", (
        "C059-Bold.otf", "NimbusMonoPS-Bold.otf", "NimbusRoman-Regular.otf", "NimbusSansNarrow-Regular.otf",
        "URWGothic-Demi.otf", "C059-BdIta.otf",
    )),
    ("fonts-vollkorn", (
        "Vollkorn-Black.ttf", "Vollkorn-Bold.ttf", "Vollkorn-ExtraBold.ttf", "Vollkorn-Medium.ttf",
        "Vollkorn-Regular.ttf", "Vollkorn-SemiBold.ttf", "Vollkorn-BoldItalic.ttf",
    )),
    ("fonts-yanone-kaffeesatz", (
        "YanoneKaffeesatz-Bold.otf", "YanoneKaffeesatz-Light.otf", "YanoneKaffeesatz-Medium.otf",
        "YanoneKaffeesatz-Regular.otf", "YanoneKaffeesatz-SemiBold.otf",
    )),
    ("fonts-yrsa-rasa", (
        "Rasa-Bold.ttf", "Rasa-Light.ttf", "Rasa-Regular.ttf", "Yrsa-Bold.ttf", "Yrsa-Medium.ttf",
        "Yrsa-SemiBold.ttf", "Yrsa-BoldItalic.ttf",
    )),
)
# fmt: on
