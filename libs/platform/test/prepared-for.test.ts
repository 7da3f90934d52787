import { connect } from '@nats-io/transport-node'
import { jetstreamManager } from '@nats-io/jetstream'
import { defineService, loadConfig, PlatformConfig, preparedFor } from '@daymark/platform'
import { testNats } from '@daymark/testing/outside'
import { context } from './nats-users.ts'

it('a service that receives no events waits for `daymark migrate`, too: without the stream it could not start', async () => {
  const nats = await testNats()
  const connection = await connect({ servers: nats.url })
  try {
    const platform = loadConfig(PlatformConfig, { ...context, DAYMARK_NATS_URL: nats.url })
    const gateway = defineService({ name: 'gateway', database: false })
    await expect(preparedFor([gateway], platform)).rejects.toThrow('stream not found')
    const manager = await jetstreamManager(connection, { timeout: 10_000 })
    await manager.streams.add({ name: 'DAYMARK', subjects: ['daymark.event.>'] })
    await expect(preparedFor([gateway], platform)).resolves.toBeUndefined()
  } finally {
    await connection.close()
    await nats.stop()
  }
})
