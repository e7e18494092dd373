"""Icons: the content of 24 by 24 SVG images, drawn as outlines by `.fo-icon` of base.css."""

ICONS: dict[str, str] = {
    "alert": '<circle cx="12" cy="12" r="9.5"/><path d="M12 6.8v6.4M12 16.8v.2"/>',
    "arrow-down": '<path d="M12 4v15M6 13l6 6 6-6"/>',
    "arrow-up": '<path d="M12 20V5M6 11l6-6 6 6"/>',
    "bell": '<path d="M6 16V10.5a6 6 0 0112 0V16l1.5 2.5h-15zM10 21h4"/>',
    "calendar": '<path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"/>',
    "key": '<circle cx="8" cy="15.5" r="4.5"/><path d="M11.3 12.3L20 3.5M16.5 7l3 3"/>',
    "list": '<path d="M8.5 6h12M8.5 12h12M8.5 18h12M4 6h.2M4 12h.2M4 18h.2"/>',
    "check": '<path d="M4 12.5l5 5L20 6.5"/>',
    "clock": '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
    "close": '<path d="M5 5l14 14M19 5L5 19"/>',
    "copy": '<path d="M9 9h11v11H9zM5 15H4V4h11v1"/>',
    "dice": '<path d="M4 4h16v16H4z"/><path d="M8.5 8.5v.1M15.5 8.5v.1M12 12v.1M8.5 15.5v.1M15.5 15.5v.1"/>',
    "qr": ('<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2h-2z"/>'),
    "download": '<path d="M12 3v12M7 10l5 5 5-5M4 20h16"/>',
    "edit": '<path d="M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4"/>',
    "help": ('<circle cx="12" cy="12" r="9"/><path d="M9.5 9.5a2.6 2.6 0 115 .5c0 2-2.5 2-2.5 4M12 17v.2"/>'),
    "hint": '<path d="M12 3a6.5 6.5 0 00-4 11.6V17h8v-2.4A6.5 6.5 0 0012 3zM9.5 20.5h5"/>',
    "leave": '<path d="M14 4H5v16h9M10 12h11M17 8l4 4-4 4"/>',
    "undo": '<path d="M9 7L4 12l5 5M4 12h10a6 6 0 016 6v1"/>',
    "hand": (
        '<path d="M8 12V5a1.6 1.6 0 013.2 0v5-6.5a1.6 1.6 0 013.2 0V11 6a1.6 1.6 0 013.2 0v9a6 6 0 01-6 6h-1'
        'c-3 0-4.3-1.5-5.5-4l-2-4.3c-.8-2 1.6-2.7 2.5-1.2z"/>'
    ),
    "info": '<circle cx="12" cy="12" r="9.5"/><path d="M12 11v6M12 7v.2"/>',
    "link": '<path d="M10 14l4-4M8 11l-3 3a3.5 3.5 0 005 5l3-3M16 13l3-3a3.5 3.5 0 00-5-5l-3 3"/>',
    "lock": '<path d="M5 11h14v10H5zM8 11V7.5a4 4 0 018 0V11"/>',
    "mail": '<path d="M3 5h18v14H3zM3.5 6L12 13l8.5-7"/>',
    "offline": (
        '<path d="M3 3l18 18M5 12.5a10 10 0 014-2.4M2 9a15 15 0 014.5-2.8M11 6a15 15 0 0111 3M15.5 11a10 10 0 013.5 1.5'
        'M8.5 16a5 5 0 017 0M12 20v.01"/>'
    ),
    "pin": '<path d="M12 21.5c4.7-5.2 7-9 7-12a7 7 0 00-14 0c0 3 2.3 6.8 7 12z"/><circle cx="12" cy="9.5" r="2.6"/>',
    "pause": '<path d="M8 5v14M16 5v14"/>',
    "person": '<circle cx="12" cy="8" r="4"/><path d="M4 21c.5-5 3.5-7 8-7s7.5 2 8 7"/>',
    "play": '<path d="M8 5l11 7-11 7z"/>',
    "print": '<path d="M7 9V3h10v6M7 17H3V9h18v8h-4M7 14h10v7H7z"/>',
    "redo": '<path d="M20 5v6h-6M20 11a8 8 0 10-1.5 6"/>',
    "screen": '<path d="M3 4h18v12H3zM8 21h8M12 16v5"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>',
    "euro": '<circle cx="12" cy="12" r="8.5"/><path d="M14.5 8.5a4 4 0 100 7M7.500 11h5M7.500 13.500h5"/>',
    "bag": '<path d="M5 8h14l1 12H4zM9 8V6a3 3 0 016 0v2"/>',
    "warning": '<path d="M12 3L2.5 20h19z"/><path d="M12 10v4.5M12 17.3v.2"/>',
}
