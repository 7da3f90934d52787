import hashlib
import sys
from pathlib import Path

import requests

BASE = "https://photos.example.com/v1"
TOKEN = "dm_your_token"

api = requests.Session()
api.headers["Authorization"] = f"Bearer {TOKEN}"
api.hooks["response"].append(lambda response, **_: response.raise_for_status())


def albums():
    query = {"limit": 200}
    while True:
        page = api.get(f"{BASE}/albums", params=query).json()
        yield from page["albums"]
        query["cursor"] = page["next_cursor"]
        if query["cursor"] is None:
            return


for album in albums():
    folder = Path("backup") / album["id"]
    folder.mkdir(parents=True, exist_ok=True)
    manifest = api.get(f"{BASE}/albums/{album['id']}/manifest").json()
    for image in manifest["images"]:
        copy = folder / f"{image['position']:04} {image['filename']}"
        if copy.exists() and copy.stat().st_size == image["size"]:
            continue
        original = api.get(image["variants"]["original"]).content
        if hashlib.sha256(original).hexdigest() != image["sha256"]:
            sys.exit(f"{copy} is damaged")
        copy.write_bytes(original)
        print(copy)
