# Check your token
BASE=https://photos.example.com/v1
TOKEN=dm_your_token

curl --fail-with-body "$BASE/tokens/validate" \
  -H "Authorization: Bearer $TOKEN"

# Create an album
ALBUM=$(curl --fail-with-body -s "$BASE/albums" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"title": "First light"}' | jq -r .id)

# Upload a photo
curl --fail-with-body "$BASE/images" \
  -H "Authorization: Bearer $TOKEN" \
  -F "album_id=$ALBUM" \
  -F "title=Sunrise" \
  -F "file=@photo.jpg"

# Share it
curl --fail-with-body "$BASE/shares" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d "{\"album_id\": \"$ALBUM\", \"allow_download\": true}"
