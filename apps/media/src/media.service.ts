import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Check,
  type Class,
  Clock,
  countUnreadableObject,
  Database,
  defineService,
  discover,
  type Env,
  loadConfig,
  metrics,
  processEnv,
  SavePlan,
  singleFlight,
} from '@daymark/platform'
import { BackupStores, openStorage, OrphanSweep, Storage } from '@daymark/storage'
import { archivedAccount } from './service/archive/archived-account.ts'
import { capabilities } from './service/capabilities.ts'
import { backupStores, copiesConfigs, EncryptionConfig, MediaConfig, StorageConfig } from './config.ts'
import { MediaLog } from './service/log.ts'
import { encryptionCheck, NO_KEY } from './service/encryption/encryption-check.ts'
import { confine, UNCONFINED } from './service/pool/confinement.ts'
import { Pool } from './service/pool/pool.ts'
import { variantSweep } from './service/removal/sweep-orphans.job.ts'
import { Renditions } from './service/variants/renditions.ts'
import { watermarkLock } from './service/watermark/settings/watermarks.ts'
import { watermarkProviders } from './service/watermark/watermark-providers.ts'
import { WorkFolders } from './service/files/work-folders.ts'

const own = await discover(import.meta.dirname)

export const mediaService = defineService({
  ...own,
  name: 'media',
  archive: archivedAccount,
  configs: [MediaConfig, StorageConfig, EncryptionConfig, ...copiesConfigs],
  subscribers: [...own.subscribers, SavePlan],
  resources: { watermark: { table: 'watermarks', owner: 'owner_id', lock: watermarkLock } },
  providers: ({ config, log, platform }) => [
    { provide: MediaLog, useValue: new MediaLog(log) },
    {
      provide: Storage,
      useFactory: () =>
        openStorage(config(StorageConfig), { ...config(EncryptionConfig), onUnreadable: countUnreadableObject }),
    },
    {
      provide: WorkFolders,
      useFactory: () => new WorkFolders(config(MediaConfig).workDir ?? ownFolder()),
    },
    {
      provide: Pool,
      useFactory: (log: MediaLog, folders: WorkFolders) => startPool(config(MediaConfig), log, folders),
      inject: [MediaLog, WorkFolders],
    },
    {
      provide: OrphanSweep,
      useFactory: (...[db, renditions, storage, clock]: [Database, Renditions, Storage, Clock]) =>
        variantSweep({ db, renditions, storage, clock }, config(StorageConfig)),
      inject: [Database, Renditions, Storage, Clock],
    },
    { provide: BackupStores, useFactory: () => backupStores(config) },
    ...watermarkProviders({
      media: config(MediaConfig),
      store: config(StorageConfig),
      connections: platform.databasePool,
    }),
  ],
  async onStart(get) {
    observeMedia(get(Pool), get(Store))
    // the store is created only at the start: a folder that vanishes later is an error and must not be replaced by an empty one
    await get(Store)
      .ready()
      .catch(error => get(MediaLog).storeAway(error))
  },
  ready: get => get(Store).ready(),
  degradedReasons: get => (get(Store).canEncrypt ? [] : [NO_KEY]),
  doctor,
})

/** The injection token of the abstract class Storage. */
const Store = Storage as unknown as Class<Storage>
const MB = 1024 ** 2
/** User id of decoders if the server runs as root; it owns nothing else. */
const DECODER_UID = 64_999
/** A decoder is restarted after this number of photos, or if it uses more memory after a photo. */
const RECYCLE_PHOTOS = 150
const RECYCLE_BYTES = 700 * MB
/** Time after which an idle decoder ends. */
const IDLE_MS = 60_000
/**
 * Each system user has its own folder, because it could not sweep the folder of another user. The name has the user id, because the user of
 * a container may have no name.
 */
const ownFolder = (): string => join(tmpdir(), `daymark-media-${process.getuid?.() ?? ''}`)
const programs = (env: Env): string => env.PATH ?? '/usr/local/bin:/usr/bin:/bin'

async function startPool(config: MediaConfig, log: MediaLog, folders: WorkFolders): Promise<Pool> {
  const path = programs(processEnv())
  await folders.prepare()
  const [{ exiftool, dcraw, tools }, confinement] = await Promise.all([
    capabilities(path),
    confine({ path, work: folders.path, root: folders.cover, uid: DECODER_UID }),
  ])
  folders.uid = confinement.uid
  log.toolsFound(exiftool, dcraw)
  log.confined(confinement.description)
  return new Pool({
    size: config.processes ?? availableParallelism(),
    jobsPerProcess: RECYCLE_PHOTOS,
    recycleAbove: RECYCLE_BYTES,
    idleMs: IDLE_MS,
    jobTimeoutMs: config.photoSeconds * 1000,
    settings: { tools, memoryLimit: config.memoryMb * MB },
    confinement,
    env: { PATH: path, LANG: 'C.UTF-8', TZ: 'UTC' },
  })
}

/** Checks optional programs. Daymark starts without them, but some photos then lack metadata or a preview. */
async function doctor(env: Env): Promise<Check[]> {
  const path = programs(env)
  const { workDir = ownFolder() } = loadConfig(MediaConfig, env)
  const folders = new WorkFolders(workDir)
  await folders.prepare()
  const { exiftool, dcraw } = await capabilities(path)
  const confinement = await confine({ path, work: folders.path, root: folders.cover, uid: DECODER_UID })
  await folders.onModuleDestroy()
  return [
    encryptionCheck(loadConfig(EncryptionConfig, env)),
    { name: 'decoders', ok: confinement !== UNCONFINED, needed: false, says: confinement.description },
    {
      name: 'ExifTool',
      ok: exiftool !== null,
      needed: false,
      says: exiftool ?? 'needs perl; without it lens names, XMP and IPTC facts are missing, and some RAW previews',
    },
    {
      name: 'dcraw_emu',
      ok: dcraw !== null,
      needed: false,
      says: dcraw ?? 'from libraw (Debian: libraw-bin); without it RAW files without a preview cannot be shown',
    },
  ]
}

/** Registers metrics of decoder jobs and of the disk of a folder store. */
function observeMedia(pool: Pool, storage: Storage): void {
  const jobs = { description: 'Decoder jobs by kind and state' }
  metrics.gauge('daymark.media.jobs', jobs, () =>
    pool.load().flatMap(({ kind, waiting, running }) => [
      [waiting, { kind, state: 'waiting' }],
      [running, { kind, state: 'running' }],
    ]),
  )
  const space = singleFlight(async () => (await storage.space?.()) ?? Promise.reject(new Error('not on a disk')))
  const disk = { description: 'Disk of a folder store', unit: 'By' as const }
  metrics.gauge('daymark.storage.disk', disk, async () => {
    const { size, free } = await space()
    return [
      [free, { state: 'free' }],
      [size - free, { state: 'used' }],
    ]
  })
}
