# Check your token
import requests

BASE = "https://photos.example.com/v1"
TOKEN = "dm_your_token"

api = requests.Session()
api.headers["Authorization"] = f"Bearer {TOKEN}"


def call(method, path, **body):
    response = api.request(method, BASE + path, **body)
    response.raise_for_status()
    return response.json()


print(call("GET", "/tokens/validate"))

# Create an album
album = call("POST", "/albums", json={"title": "First light"})

# Upload a photo
fields = {"album_id": album["id"], "title": "Sunrise"}
with open("photo.jpg", "rb") as photo:
    image = call("POST", "/images", data=fields, files={"file": photo})
print(image["id"], image["processing_status"])

# Share it
share = call("POST", "/shares", json={"album_id": album["id"]})
print(share["public_url"])
