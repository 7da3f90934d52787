import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const SECRET = 'whsec_your_secret'
const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given = '' } = headers
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return given.split(' ').some(one => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

const done = new Set()
createServer(async (request, response) => {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  // Answer at once and work afterwards. The same event may come twice, with the same id.
  response.writeHead(204).end()
  const { id, type, data } = JSON.parse(body)
  if (!done.has(id)) console.log(type, data)
  done.add(id)
}).listen(8787)
