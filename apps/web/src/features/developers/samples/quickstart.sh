# Check your token
BASE=https://photos.example.com/v1
TOKEN=dm_your_token
call() { curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@"; }

call "$BASE/tokens/validate"

# Create an album
ALBUM=$(call "$BASE/albums" -H "Content-Type: application/json" \
  -d '{"title": "First light"}' | jq -r .id)

# Upload a photo
call "$BASE/images" \
  -F "album_id=$ALBUM" \
  -F "title=Sunrise" \
  -F "file=@photo.jpg"

# Share it
call "$BASE/shares" -H "Content-Type: application/json" \
  -d "{\"album_id\": \"$ALBUM\"}"
