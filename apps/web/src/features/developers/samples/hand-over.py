from datetime import date, timedelta
from pathlib import Path

import requests

BASE = "https://photos.example.com/v1"
TOKEN = "dm_your_token"

api = requests.Session()
api.headers["Authorization"] = f"Bearer {TOKEN}"
api.hooks["response"].append(lambda response, **_: response.raise_for_status())

album = api.post(f"{BASE}/albums", json={"title": "Anna & Jonas"}).json()
for path in sorted(Path(".").glob("*.jpg")):
    with path.open("rb") as photo:
        api.post(f"{BASE}/images", data={"album_id": album["id"]}, files={"file": photo})
    print("uploaded", path)

link = {
    "album_id": album["id"],
    "allow_download": True,
    "expires_at": str(date.today() + timedelta(days=90)),
}
print(api.post(f"{BASE}/shares", json=link).json()["public_url"])
