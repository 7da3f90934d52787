import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'

/** Postgres, NATS and an S3 server in containers of their public images, and the settings to use them. */
export type Servers = { env: Record<string, string>; stop(): Promise<void> }

const PASSWORD = 'a password for tests only'
const [ACCESS, SECRET] = ['daymark-tests', 'a secret of the store for tests']
/** A health check with `wget`, which the public images contain. */
const answers = (url: string) => ({
  test: ['CMD', 'wget', '-q', '-O', '/dev/null', url] as ['CMD', ...string[]],
  interval: 500,
  retries: 200,
})

export async function servers(): Promise<Servers> {
  const started = await Promise.allSettled([postgres(), nats(), s3()])
  const running = started.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  const stop = async () => void (await Promise.all(running.map(one => one.stop())))
  const failed = started.find(one => one.status === 'rejected')
  const [database, bus, store] = running
  if (failed || !database || !bus || !store) {
    await stop()
    throw failed?.reason
  }
  const at = (one: StartedTestContainer, port: number) => `${one.getHost()}:${one.getMappedPort(port)}`
  return {
    env: {
      DAYMARK_DATABASE_URL: `postgres://postgres:${encodeURIComponent(PASSWORD)}@${at(database, 5432)}/daymark`,
      DAYMARK_NATS_URL: `nats://${at(bus, 4222)}`,
      DAYMARK_STORAGE_DRIVER: 's3',
      DAYMARK_STORAGE_ENDPOINT: `http://${at(store, 7070)}`,
      DAYMARK_STORAGE_ACCESS_KEY: ACCESS,
      DAYMARK_STORAGE_SECRET_KEY: SECRET,
    },
    stop,
  }
}

const healthy = (image: string) =>
  new GenericContainer(image).withWaitStrategy(Wait.forHealthCheck()).withStartupTimeout(120_000)

const postgres = () =>
  healthy('postgres:18')
    .withEnvironment({ POSTGRES_PASSWORD: PASSWORD, POSTGRES_DB: 'daymark' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
    .withHealthCheck({
      test: ['CMD', 'pg_isready', '--host=127.0.0.1', '--username=postgres'],
      interval: 500,
      retries: 200,
    })
    .withExposedPorts(5432)
    .start()

const nats = () =>
  healthy('nats:2.12-alpine')
    .withEntrypoint(['nats-server'])
    .withCommand(['--jetstream', '--store_dir=/tmp/nats', '--http_port=8222'])
    .withHealthCheck(answers('http://127.0.0.1:8222/healthz'))
    .withExposedPorts(4222)
    .start()

const s3 = () =>
  healthy('versity/versitygw:v1.8.0')
    .withEnvironment({ ROOT_ACCESS_KEY: ACCESS, ROOT_SECRET_KEY: SECRET })
    .withEntrypoint(['sh', '-c'])
    .withCommand(['mkdir -p /objects && exec versitygw --port :7070 --health /health posix /objects'])
    .withHealthCheck(answers('http://127.0.0.1:7070/health'))
    .withExposedPorts(7070)
    .start()
