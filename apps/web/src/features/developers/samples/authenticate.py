import requests

BASE = "https://photos.example.com/v1"
TOKEN = "dm_your_token"

response = requests.get(f"{BASE}/albums", headers={"Authorization": f"Bearer {TOKEN}"})
print(response.status_code, response.json())
