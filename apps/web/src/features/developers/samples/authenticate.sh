BASE=https://photos.example.com/v1
TOKEN=dm_your_token

curl -sS "$BASE/albums" -H "Authorization: Bearer $TOKEN"
