import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tryListen } from '../../deploy/local/ports.mjs'
import { readCommand } from '../../deploy/local/processes.mjs'

/** A process with much memory takes long to end. */
const program = `
  globalThis.much = Buffer.alloc(300_000_000, 1)
  require('node:http').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

it('a killed process counts as running until its port is free', async () => {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  while (readCommand(child.pid ?? 0));
  await expect(tryListen(Number(port.toString()), '127.0.0.1')).resolves.toBe(Number(port.toString()))
})
