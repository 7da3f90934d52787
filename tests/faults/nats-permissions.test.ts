import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pollUntil, freePort } from '@daymark/testing/outside'
import { connect } from '@nats-io/transport-node'

const serve = join(import.meta.dirname, '../../deploy/nats/serve.sh')

it('nats-server takes new permissions while it runs: nobody is disconnected, and what it cannot read changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-serve-'))
  const [config, users] = [join(folder, 'nats.conf'), join(folder, 'users.conf')]
  const port = await freePort()
  const allow = (...subjects: string[]) =>
    writeFileSync(
      users,
      // a client that has no processor for two seconds would be sent away
      `authorization { timeout: 30, users = [{ user: a, password: b, permissions: { publish: ${JSON.stringify(subjects)}, subscribe: ">" } }] }`,
    )
  writeFileSync(config, `host: 127.0.0.1\nport: ${port}\ninclude "users.conf"\n`)
  allow('before')
  const env = { ...process.env, SECONDS_BETWEEN: '0.1' }
  const server = spawn('sh', [serve, config, users], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  // its own end, and that of the look at its files
  const closed = once(server, 'close')
  try {
    await pollUntil('nats-server says that it is ready', () => /Server is ready/.test(log))
    const client = await connect({ servers: `127.0.0.1:${port}`, user: 'a', pass: 'b', reconnect: false })
    const heard = new Set<string>()
    client.subscribe('*', { callback: (_, { subject }) => void heard.add(subject) })
    const reaches = (subject: string) =>
      pollUntil(`${subject} may be published`, async () => {
        client.publish(subject)
        await client.flush()
        return heard.has(subject)
      })
    await reaches('before')
    expect(heard).toEqual(new Set(['before']))
    allow('before', 'after')
    await reaches('after')

    writeFileSync(users, 'authorization {')
    await pollUntil('it says what it cannot read', () => /Failed to reload/.test(log))
    heard.clear()
    await reaches('after')
    // one connection, all the time
    expect([client.isClosed(), client.stats().inMsgs > 0]).toEqual([false, true])
    await client.close()
  } finally {
    server.kill('SIGTERM')
    await closed
    rmSync(folder, { recursive: true, force: true })
  }
})
