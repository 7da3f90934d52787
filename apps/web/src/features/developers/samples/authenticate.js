const BASE = 'https://photos.example.com/v1'
const TOKEN = 'dm_your_token'

const response = await fetch(`${BASE}/albums`, {
  headers: { Authorization: `Bearer ${TOKEN}` },
})
console.log(response.status, await response.json())
