# Check your token
import requests

BASE = "https://photos.example.com/v1"
TOKEN = "dm_your_token"

api = requests.Session()
api.headers["Authorization"] = f"Bearer {TOKEN}"
api.hooks["response"].append(lambda response, **_: response.raise_for_status())

print(api.get(f"{BASE}/tokens/validate").json())

# Create an album
album = api.post(f"{BASE}/albums", json={"title": "First light"}).json()

# Upload a photo
with open("photo.jpg", "rb") as photo:
    image = api.post(
        f"{BASE}/images",
        data={"album_id": album["id"], "title": "Sunrise"},
        files={"file": photo},
    ).json()
print(image["id"], image["processing_status"])

# Share it
share = api.post(f"{BASE}/shares", json={"album_id": album["id"], "allow_download": True}).json()
print(share["public_url"])
