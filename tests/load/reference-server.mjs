// node reference-server.mjs <folder>: the reference for the product. POST writes the body to a file in the folder. GET sends the files
// listed in FILES (JSON) one after another. No forms, checks, checksums or fsync.
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const folder = process.argv[2]
let files = []
let size = 0
let received = 0

const server = createServer(async (request, response) => {
  try {
    if (request.method === 'POST') {
      await pipeline(request, createWriteStream(join(folder, `received-${received++}`)))
      response.end('{}')
      return
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size })
    for (const path of files) {
      const content = createReadStream(path)
      content.pipe(response, { end: false })
      await once(content, 'end')
    }
    response.end()
  } catch (error) {
    console.error(error)
    response.destroy()
  }
})

process.on('message', message => {
  files = message.files
  size = message.size
  process.send('changed')
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
