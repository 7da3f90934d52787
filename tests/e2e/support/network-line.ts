import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy between browser and server that drops all connections after a number of sent bytes, until `mend` is called. */
export async function breakableConnection(server: string) {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  let left = Infinity
  const line = createServer(near => {
    if (left <= 0) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [near, far].forEach(each => each.destroy()))
    }
    far.pipe(near)
    near.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left <= 0) return sockets.forEach(socket => socket.destroy())
      if (far.write(chunk)) return
      near.pause()
      far.once('drain', () => near.resume())
    })
  })
  line.listen(0, hostname).unref()
  await once(line, 'listening')
  return {
    url: `http://${hostname}:${(line.address() as AddressInfo).port}`,
    breakAfter: (bytes: number) => void (left = bytes),
    mend: () => void (left = Infinity),
  }
}
