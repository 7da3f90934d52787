import { MB } from '@daymark/contracts'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Check,
  type Class,
  countUnreadableObject,
  defineService,
  discover,
  type Env,
  loadConfig,
  Logger,
  metrics,
  processEnv,
  SavePlan,
  singleFlight,
} from '@daymark/platform'
import { BackupStores, openStorage, Storage } from '@daymark/storage'
import { archivedAccount } from './service/archive/archived-account.ts'
import { findOptionalPrograms } from './service/optional-programs.ts'
import { createBackupStores, backupStoreConfigs, EncryptionConfig, MediaConfig, StorageConfig } from './config.ts'
import { checkEncryptionKeys, NO_ENCRYPTION_KEY } from './service/encryption/encryption-check.ts'
import { confine, UNCONFINED } from './service/pool/confinement.ts'
import { DecoderPool } from './service/pool/pool.ts'
import { watermarkLockName } from './service/watermark/settings/watermarks.ts'
import { WorkFolders } from './service/files/work-folders.ts'

const discovered = await discover(import.meta.dirname)

export const mediaService = defineService({
  ...discovered,
  name: 'media',
  archive: archivedAccount,
  configs: [MediaConfig, StorageConfig, EncryptionConfig, ...backupStoreConfigs],
  subscribers: [...discovered.subscribers, SavePlan],
  resources: { watermark: { table: 'watermarks', owner: 'owner_id', lock: watermarkLockName } },
  providers: ({ config }) => [
    {
      provide: Storage,
      useFactory: () =>
        openStorage(config(StorageConfig), { ...config(EncryptionConfig), onUnreadable: countUnreadableObject }),
    },
    {
      provide: WorkFolders,
      useFactory: () => new WorkFolders(config(MediaConfig).workDir ?? defaultWorkDir()),
    },
    {
      provide: DecoderPool,
      useFactory: (log: Logger, folders: WorkFolders) => startPool(config(MediaConfig), log, folders),
      inject: [Logger, WorkFolders],
    },
    { provide: BackupStores, useFactory: () => createBackupStores(config) },
  ],
  async onStart(get) {
    registerMediaMetrics(get(DecoderPool), get(StorageToken))
    // `ready` creates the folder of the store only at its first call, so that an empty folder never replaces a folder that disappears later
    await get(StorageToken)
      .ready()
      .catch(error => get(Logger).warn({ event: 'media.store-unavailable', err: error }))
  },
  ready: get => get(StorageToken).ready(),
  degradedReasons: get => (get(StorageToken).canEncrypt ? [] : [NO_ENCRYPTION_KEY]),
  doctor: checkPrograms,
})

/** Injection token of the class Storage, which is abstract and therefore no `Class`. */
const StorageToken = Storage as unknown as Class<Storage>
/** User id of decoder processes if the server runs as root. No other files or processes may belong to this user. */
const DECODER_UID = 64_999
/** The pool replaces a decoder process after this number of photos. */
const MAX_PHOTOS_PER_DECODER = 150
/** The pool replaces a decoder process that uses more memory than this after a photo. */
const MAX_DECODER_BYTES = 700 * MB

const MAX_DECODER_IDLE_MS = 60_000
/**
 * Returns the default folder for temporary files. Each system user has its own, because one user cannot delete the files of another. The
 * name contains the user id, because a container user may have no name.
 */
const defaultWorkDir = (): string => join(tmpdir(), `daymark-media-${process.getuid?.() ?? ''}`)
const programSearchPath = (env: Env): string => env.PATH ?? '/usr/local/bin:/usr/bin:/bin'

async function startPool(config: MediaConfig, log: Logger, folders: WorkFolders): Promise<DecoderPool> {
  const path = programSearchPath(processEnv())
  await folders.prepare()
  const [{ exiftool, dcraw, tools }, confinement] = await Promise.all([
    findOptionalPrograms(path),
    confine({ path, work: folders.path, root: folders.mountPoint, uid: DECODER_UID }),
  ])
  folders.uid = confinement.uid
  log.info({ event: 'media.programs', exiftool, dcraw })
  log.info({ event: 'media.decoders', confinement: confinement.description })
  return new DecoderPool({
    size: config.processes ?? availableParallelism(),
    jobsPerProcess: MAX_PHOTOS_PER_DECODER,
    recycleAboveBytes: MAX_DECODER_BYTES,
    idleMs: MAX_DECODER_IDLE_MS,
    jobTimeoutMs: config.photoSeconds * 1000,
    settings: { tools, memoryLimitBytes: config.memoryMb * MB },
    confinement,
    env: { PATH: path, LANG: 'C.UTF-8', TZ: 'UTC' },
  })
}

/** Checks the encryption keys and the optional programs for `daymark doctor`. */
async function checkPrograms(env: Env): Promise<Check[]> {
  const path = programSearchPath(env)
  const { workDir = defaultWorkDir() } = loadConfig(MediaConfig, env)
  const folders = new WorkFolders(workDir)
  await folders.prepare()
  const { exiftool, dcraw } = await findOptionalPrograms(path)
  const confinement = await confine({ path, work: folders.path, root: folders.mountPoint, uid: DECODER_UID })
  await folders.onModuleDestroy()
  return [
    checkEncryptionKeys(loadConfig(EncryptionConfig, env)),
    { name: 'decoders', ok: confinement !== UNCONFINED, needed: false, message: confinement.description },
    {
      name: 'ExifTool',
      ok: exiftool !== null,
      needed: false,
      message:
        exiftool ??
        'requires Perl; without ExifTool, lens names, XMP and IPTC values and some RAW previews are missing',
    },
    {
      name: 'dcraw_emu',
      ok: dcraw !== null,
      needed: false,
      message:
        dcraw ?? 'part of LibRaw (Debian: libraw-bin); without it, RAW files without a preview cannot be displayed',
    },
  ]
}

/** Registers the metrics of decoder jobs and of the disk of a folder store. */
function registerMediaMetrics(pool: DecoderPool, storage: Storage): void {
  const jobsMetric = { description: 'Decoder jobs by kind and state' }
  metrics.gauge('daymark.media.jobs', jobsMetric, () =>
    pool.countJobs().flatMap(({ kind, waiting, running }) => [
      [waiting, { kind, state: 'waiting' }],
      [running, { kind, state: 'running' }],
    ]),
  )
  const readDiskSpace = singleFlight(
    async () => (await storage.space?.()) ?? Promise.reject(new Error('the store is not a folder')),
  )
  const diskMetric = { description: 'Disk of a folder store', unit: 'By' as const }
  metrics.gauge('daymark.storage.disk', diskMetric, async () => {
    const { size, free } = await readDiskSpace()
    return [
      [free, { state: 'free' }],
      [size - free, { state: 'used' }],
    ]
  })
}
