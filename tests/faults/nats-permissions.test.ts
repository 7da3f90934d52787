import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pollUntil, freePort } from '@daymark/testing/outside'
import { connect } from '@nats-io/transport-node'

const serve = join(import.meta.dirname, '../../deploy/nats/serve.sh')

it('nats-server reloads permissions without disconnecting clients, and ignores an invalid file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-serve-'))
  const [config, users] = [join(folder, 'nats.conf'), join(folder, 'users.conf')]
  const port = await freePort()
  const allow = (...subjects: string[]) =>
    writeFileSync(
      users,
      // the default timeout of two seconds is too short for a busy machine
      `authorization { timeout: 30, users = [{ user: a, password: b, permissions: { publish: ${JSON.stringify(subjects)}, subscribe: ">" } }] }`,
    )
  writeFileSync(config, `host: 127.0.0.1\nport: ${port}\ninclude "users.conf"\n`)
  allow('before')
  const env = { ...process.env, SECONDS_BETWEEN: '0.1' }
  const server = spawn('sh', [serve, config, users], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  // the end of nats-server and of the script
  const closed = once(server, 'close')
  try {
    await pollUntil('nats-server is ready', () => /Server is ready/.test(log))
    const client = await connect({ servers: `127.0.0.1:${port}`, user: 'a', pass: 'b', reconnect: false })
    const received = new Set<string>()
    client.subscribe('*', { callback: (_, { subject }) => void received.add(subject) })
    const reaches = (subject: string) =>
      pollUntil(`${subject} may be published`, async () => {
        client.publish(subject)
        await client.flush()
        return received.has(subject)
      })
    await reaches('before')
    expect(received).toEqual(new Set(['before']))
    allow('before', 'after')
    await reaches('after')

    writeFileSync(users, 'authorization {')
    await pollUntil('the failed reload is logged', () => /Failed to reload/.test(log))
    received.clear()
    await reaches('after')
    // the connection was never interrupted
    expect([client.isClosed(), client.stats().inMsgs > 0]).toEqual([false, true])
    await client.close()
  } finally {
    server.kill('SIGTERM')
    await closed
    rmSync(folder, { recursive: true, force: true })
  }
})
