import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const program = new URL('./reference-server.mjs', import.meta.url)

/** The bare Node server in its own process, like the product. */
export async function startReference(dir) {
  const folder = join(dir, 'reference')
  mkdirSync(folder, { recursive: true })
  const child = fork(program, [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ port }] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async serve(files, size) {
      child.send({ files, size })
      await once(child, 'message')
    },
    /** Removes files before they are flushed, so that this does not affect the product's measurement. */
    forget() {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
