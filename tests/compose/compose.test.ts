import { chownSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { expectComplete, uploadWithRetry } from '../support/upload-with-retry.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { type Picture, pictures } from '../support/pictures.ts'
import { hasImages, Stack } from './support/stack.ts'

jest.setTimeout(900_000)
const SERVICES = ['identity', 'billing', 'library', 'media', 'sharing', 'developer', 'admin', 'gateway']
const CONTAINERS = [...SERVICES, 'postgres', 'nats', 's3', 'web']
/** Photos that are uploaded while a container is killed. */
const PHOTOS_PER_KILL = 4

const isReady = hasImages()
if (!isReady)
  console.log('Skipped: no Docker with the images daymark/server and daymark/web; npm run test:compose makes them.')
const suite = isReady ? describe : describe.skip

suite('docker compose', () => {
  let stack: Stack
  let owner: SignedInUser
  /** Acknowledged photos by id. */
  const acknowledged = new Map<string, Picture>()
  beforeAll(async () => {
    stack = await Stack.create()
    await stack.up()
  })
  afterAll(() => stack?.stop())

  const upload = async (files: Picture[]) => {
    for (const file of files) acknowledged.set((await uploadWithRetry(owner, file)).id, file)
  }
  /** Expects exactly the acknowledged photos, with their variants. */
  const isComplete = async () => {
    await pollUntil('every photo is processed', async () => {
      const { body } = await owner.get<http.ImageList>('/api/images?limit=1000')
      return body.images.every(i => i.processing_status === 'completed')
    })
    const { body } = await owner.get<http.ImageList>('/api/images?limit=1000')
    expect(new Set(body.images.map(i => i.id))).toEqual(new Set(acknowledged.keys()))
    for (const image of body.images) await expectComplete(owner, image, acknowledged.get(image.id))
  }

  it('D-CARD-01 D-CARD-07 D-CARD-08 D-CARD-09 D-CARD-10 starts all containers and opens one port', async () => {
    const containers = await stack.containers()
    expect(Object.keys(containers).toSorted()).toEqual([...CONTAINERS, 'migrate', 'setup'].toSorted())
    for (const name of CONTAINERS) expect([name, containers[name]?.State.Health?.Status]).toEqual([name, 'healthy'])
    const open = Object.entries(containers).filter(
      ([, { HostConfig }]) => Object.keys(HostConfig.PortBindings ?? {}).length > 0,
    )
    expect(open.map(([name]) => name)).toEqual(['web'])
  })

  it('every container has a read-only root, no capabilities, no privilege escalation, and limits', async () => {
    for (const [name, { Config, HostConfig }] of Object.entries(await stack.containers())) {
      expect([name, HostConfig.ReadonlyRootfs, HostConfig.CapDrop]).toEqual([name, true, ['ALL']])
      expect([name, HostConfig.SecurityOpt]).toEqual([name, expect.arrayContaining(['no-new-privileges:true'])])
      expect([name, HostConfig.Memory > 0, HostConfig.PidsLimit > 0]).toEqual([name, true, true])
      // setup changes the owner of volumes
      const isSetup = name === 'setup'
      const more = isSetup ? ['CAP_CHOWN', 'CAP_DAC_OVERRIDE'] : []
      expect([name, HostConfig.CapAdd ?? [], Config.User.startsWith('0')]).toEqual([name, more, isSetup])
    }
  })

  it('the images are small', async () => {
    const sizes = await stack.docker(['image', 'inspect', '--format={{.Size}}', 'daymark/server', 'daymark/web'])
    const [server = Infinity, web = Infinity] = sizes.trim().split('\n').map(Number)
    expect([server <= 350e6, web <= 40e6, sizes]).toEqual([true, true, sizes])
  })

  it('the library container loads no sharp, and decoders are sandboxed', async () => {
    const maps = "for f in /proc/[0-9]*/maps; do cat $f 2>/dev/null; done | grep -c -E 'sharp|vips' || true"
    const loaded = async (name: string) => Number(await stack.exec(name, ['sh', '-c', maps]))
    expect(await loaded('library')).toBe(0)
    const doctor = await stack.exec('media', ['daymark', 'doctor'])
    expect(doctor).toMatch(/ok +decoders: .*no network, no files but its own/)
    // accepted advice: these networks do not leave the machine
    const advice = /^MISSING +security (database|store|bus|operations port):/
    expect(doctor.split('\n').filter(line => line.startsWith('MISSING') && !advice.test(line))).toEqual([])
    expect(doctor).not.toContain('accepts unauthenticated')
  })

  it('the heap size follows the limit of the container', async () => {
    const flags = await stack.exec('library', ['sh', '-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" " "'])
    expect(flags).toContain('--max-semi-space-size=8 --max-old-space-size=256')
  })

  it('services can reach only what they need, and the bus requires a key', async () => {
    const reach = (from: string, host: string, port: number) => {
      const script = `require('net').connect(${port}, '${host}').on('connect', () => { console.log('open'); process.exit() }).on('error', e => { console.log(e.code); process.exit() })`
      return stack.exec(from, ['node', '-e', script])
    }
    expect((await reach('library', 'postgres', 5432)).trim()).toBe('open')
    expect((await reach('gateway', 'postgres', 5432)).trim()).not.toBe('open')
    expect((await reach('library', 's3', 7070)).trim()).not.toBe('open')
    const connect = `require('net').connect(4222, 'nats').on('data', d => { process.stdout.write(d); if (/-ERR/.test(d)) process.exit() }).write('CONNECT {"verbose":false}\\r\\nPING\\r\\n')`
    expect(await stack.exec('library', ['node', '-e', connect])).toContain('Authorization Violation')
  })

  it('S-PUB-01 L-API-07 the product works through the published port', async () => {
    owner = await stack.accounts.createUser({ tier: 'studio' })
    await upload(await pictures(3))
    await isComplete()
    const album = (await owner.post<http.Album>('/api/albums', { title: 'Summer by the sea' })).body
    await owner.post(`/api/albums/${album.id}/images`, { image_ids: [...acknowledged.keys()] })
    const share = await owner.post<{ token: string }>('/api/shares', { album_id: album.id })
    expect(share.status).toBeLessThan(300)
    const page = await stack.accounts.visitor().get(`/share/${share.body.token}`)
    expect(page.bytes.toString()).toContain('Summer by the sea')
  })

  it('no photo is lost when each container is killed in turn under load', async () => {
    const files = (await pictures(3 + CONTAINERS.length * PHOTOS_PER_KILL)).slice(3)
    for (const name of CONTAINERS) {
      const mine = files.splice(0, PHOTOS_PER_KILL)
      await Promise.all([
        upload(mine.slice(0, PHOTOS_PER_KILL / 2)),
        upload(mine.slice(PHOTOS_PER_KILL / 2)),
        stack.kill(name),
      ])
    }
    await isComplete()
  })

  it('down and up keeps all data', async () => {
    await stack.compose('down', '--timeout', '30')
    await stack.up()
    await isComplete()
  })

  it('L-MKT-10 two lines in .env enable backups by plan, which can be verified', async () => {
    const folder = join(stack.folder, 'backups')
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, 1000, 1000)
    stack.set('COMPOSE_FILE=docker-compose.yml:deploy/compose/backups.folder.yml', `DAYMARK_BACKUP_FOLDER=${folder}`)
    await stack.up()
    const backups = (...words: string[]) => stack.exec('media', ['daymark', 'backups', ...words])
    expect(await backups('now', owner.email)).toContain('Done.')
    expect(await backups('verify', owner.email)).toMatch(new RegExp(`${acknowledged.size} photos  unchanged`))
    expect(await backups('list', owner.email)).toContain(`${owner.email}  ${acknowledged.size} photos`)
    expect(readdirSync(folder)).toContain('objects')
    await isComplete()
  })

  it('NATS reloads permissions while it is running', async () => {
    const before = (await stack.containers())['nats']
    const append = 'echo "# of a new version" >> /keys/nats/permissions.conf'
    const run = [
      'run',
      '--rm',
      '--network=none',
      '--user=0:0',
      '--entrypoint=sh',
      `--volume=${stack.project}_keys:/keys`,
    ]
    await stack.docker([...run, 'daymark/server', '-c', append])
    await pollUntil('it has read them', async () =>
      /Reloaded server configuration/.test(await stack.compose('logs', 'nats')),
    )
    expect((await stack.containers())['nats']?.State.Pid).toBe(before?.State.Pid)
  })

  it('a backup restores everything on an empty machine', async () => {
    const dump = await stack.exec('postgres', ['pg_dumpall', '--username=postgres', '--clean', '--if-exists'])
    const tar = (...words: string[]) => {
      const run = ['run', '--rm', '--network=none', '--user=0:0', '--entrypoint=tar']
      const volumes = [`--volume=${stack.project}_s3:/s3`, `--volume=${stack.folder}:/backup`]
      return stack.docker([
        ...run,
        ...volumes,
        'daymark/server',
        '--xattrs',
        '--file=/backup/s3.tar',
        '--directory=/s3',
        ...words,
      ])
    }
    await tar('--create', 'objects')
    await stack.compose('down', '--volumes', '--timeout', '30')

    await stack.compose('up', '--detach', '--wait', '--no-build', 'postgres', 's3')
    await stack.exec('postgres', ['psql', '--quiet', '--username=postgres', '--output=/dev/null', 'postgres'], dump)
    await tar('--extract')
    await stack.up()
    await isComplete()
  })
})
