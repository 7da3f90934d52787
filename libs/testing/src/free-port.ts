import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems lend to outgoing connections: one of those may be gone again before it is used. */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000

/** A port nobody listens on, for a program that is started, killed and started again by a test. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    const probe = createServer()
    const free = once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.listen(port, '127.0.0.1')
    if (!(await free)) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
