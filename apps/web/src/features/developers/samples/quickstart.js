// Check your token
import { openAsBlob } from 'node:fs'

const BASE = 'https://photos.example.com/v1'
const TOKEN = 'dm_your_token'

async function call(method, path, body) {
  const headers = { Authorization: `Bearer ${TOKEN}` }
  if (!(body instanceof FormData)) {
    headers['Content-Type'] = 'application/json'
    body = JSON.stringify(body)
  }
  const response = await fetch(BASE + path, { method, headers, body })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

console.log(await call('GET', '/tokens/validate'))

// Create an album
const album = await call('POST', '/albums', { title: 'First light' })

// Upload a photo
const form = new FormData()
form.append('album_id', album.id)
form.append('title', 'Sunrise')
form.append('file', await openAsBlob('photo.jpg'), 'photo.jpg')

const image = await call('POST', '/images', form)
console.log(image.id, image.processing_status)

// Share it
const share = await call('POST', '/shares', { album_id: album.id })
console.log(share.public_url)
