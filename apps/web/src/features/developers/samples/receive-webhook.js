import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const SECRET = 'whsec_your_secret'
const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')

function hasValidSignature(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return signatures.split(' ').some(text => {
    const signature = Buffer.from(text.replace(/^v1,/, ''), 'base64')
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

const handledIds = new Set()
createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  if (!hasValidSignature(request.headers, body)) return response.writeHead(401).end()
  // Respond before processing. The same event may be delivered twice, with the same id.
  response.writeHead(204).end()
  const { id, type, data } = JSON.parse(body)
  if (!handledIds.has(id)) console.log(type, data)
  handledIds.add(id)
}).listen(8787)
