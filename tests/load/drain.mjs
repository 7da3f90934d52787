import { createWriteStream } from 'node:fs'
import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'

/**
 * A GET as cheap as possible, with one reused buffer, so that mainly the sender is measured. Returns the announced length, the received
 * bytes and the seconds. With `path` the body is saved there.
 */
export function drain(url, path, { cookie } = {}) {
  const { hostname, port, pathname, search, host } = new URL(url)
  const file = path && createWriteStream(path)
  const began = performance.now()
  let head = ''
  let isBody = false
  let received = 0
  const take = bytes => {
    received += bytes.length
    file?.write(Buffer.from(bytes))
  }
  const callback = (length, buffer) => {
    const bytes = buffer.subarray(0, length)
    if (isBody) take(bytes)
    else {
      head += bytes.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (end === -1) return
      isBody = true
      take(Buffer.from(head.slice(end + HEAD_END.length), 'latin1'))
      head = head.slice(0, end)
    }
  }
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: Buffer.alloc(512 * 1024), callback },
    })
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}Connection: close\r\n\r\n`,
    )
    socket.once('error', reject)
    socket.once('close', () => {
      const seconds = (performance.now() - began) / 1000
      const announced = Number(/^content-length: (\d+)/im.exec(head)?.[1])
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`GET ${url}: ${head.split('\r\n')[0]}`))
      const done = () => resolve({ announced, received, seconds })
      if (file) file.end(done)
      else done()
    })
  })
}
