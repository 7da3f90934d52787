import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Check,
  type Class,
  Clock,
  countRefused,
  Database,
  defineService,
  type Env,
  loadConfig,
  processEnv,
  RememberPlan,
} from '@daymark/platform'
import { BackupStores, openStorage, OrphanSweep, Storage } from '@daymark/storage'
import { archivedAccount } from './service/archive/archived-account.ts'
import { MakeCard, MakeMarkedCard } from './service/cards/cards.handlers.ts'
import { capabilities } from './service/capabilities.ts'
import { EncryptionConfig, MediaConfig, StorageConfig } from './config.ts'
import { backupStores, copiesConfigs } from './service/backups/config.ts'
import { Copies } from './service/backups/copies.ts'
import { ObjectCopier } from './service/backups/copy-object.ts'
import { UnderWay } from './service/backups/under-way.ts'
import { WorkCopies } from './service/backups/work-copies.handler.ts'
import { MediaLog } from './service/log.ts'
import { Renditions1780000000001 } from './migrations/0001-renditions.ts'
import { Watermarks1780000000002 } from './migrations/0002-watermarks.ts'
import { WatermarkSizes1780000000003 } from './migrations/0003-watermark-sizes.ts'
import { WatermarkedCards1780000000004 } from './migrations/0004-watermarked-cards.ts'
import { StudioLogos1780000000014 } from './migrations/0014-studio-logos.ts'
import { Work1780000000017 } from './migrations/0017-work.ts'
import { Encryption1780000000018 } from './migrations/0018-encryption.ts'
import { CopiesUnderWay1780000000020 } from './migrations/0020-copies-under-way.ts'
import { WatermarkedRenderedAt1780000000021 } from './migrations/0021-watermarked-rendered-at.ts'
import { encryptionCheck, NO_KEY } from './service/encryption/encryption-check.ts'
import { EncryptPhoto } from './service/encryption/encrypt-photo.ts'
import { EncryptStored } from './service/encryption/encrypt-stored.job.ts'
import { EncryptWatermarks } from './service/encryption/encrypt-watermarks.ts'
import { EncryptedCopies } from './service/encryption/encrypted-copies.ts'
import { LeavePlainObjects } from './service/encryption/leave-plain-objects.subscriber.ts'
import { PlainObjects } from './service/encryption/plain-objects.ts'
import { RemovePlain } from './service/encryption/remove-plain.job.ts'
import { HashFiles } from './service/files/hash-files.subscriber.ts'
import { GetWork } from './service/operation/get-work.handler.ts'
import { confine, UNCONFINED } from './service/pool/confinement.ts'
import { observeMedia } from './service/observe-media.ts'
import { Pool } from './service/pool/pool.ts'
import { ForgetOwner, RemovePhoto } from './service/removal/removal.subscribers.ts'
import { SweepOrphans } from './service/removal/sweep-orphans.job.ts'
import { variantSweep } from './service/removal/variant-sweep.ts'
import { ScalePhotos } from './service/scaled/scale-photos.handler.ts'
import { Scaler } from './service/scaled/scaler.ts'
import { ProcessPhoto } from './service/variants/process-photo.subscriber.ts'
import { Rendition } from './service/variants/rendition.entity.ts'
import { Renderer } from './service/variants/renderer.ts'
import { Renditions } from './service/variants/renditions.ts'
import { WarmLink, WarmOutdated } from './service/watermark/renditions/renditions.subscribers.ts'
import { watermarkLock } from './service/watermark/settings/watermarks.ts'
import { SweepWatermarks } from './service/watermark/renditions/sweep-watermarks.job.ts'
import { GetStudioLogo, RemoveStudioLogo, SetStudioLogo } from './service/studio/studio.handlers.ts'
import { StudioLogos } from './service/studio/studio-logos.ts'
import { watermarkHandlers, watermarkProviders } from './service/watermark/watermark-parts.ts'
import { WorkFolders } from './service/files/work-folders.ts'

export const mediaService = defineService({
  name: 'media',
  archive: archivedAccount,
  configs: [MediaConfig, StorageConfig, EncryptionConfig, ...copiesConfigs],
  entities: [Rendition],
  migrations: [
    Renditions1780000000001,
    Watermarks1780000000002,
    WatermarkSizes1780000000003,
    WatermarkedCards1780000000004,
    StudioLogos1780000000014,
    Work1780000000017,
    Encryption1780000000018,
    CopiesUnderWay1780000000020,
    WatermarkedRenderedAt1780000000021,
  ],
  resources: { watermark: { table: 'watermarks', owner: 'owner_id', lock: watermarkLock } },
  handlers: [
    MakeCard,
    MakeMarkedCard,
    ScalePhotos,
    ...watermarkHandlers,
    GetStudioLogo,
    SetStudioLogo,
    RemoveStudioLogo,
    GetWork,
    WorkCopies,
  ],
  subscribers: [
    ...[ProcessPhoto, RemovePhoto, ForgetOwner, RememberPlan, WarmLink, WarmOutdated, LeavePlainObjects],
    HashFiles,
  ],
  jobs: [SweepOrphans, SweepWatermarks, EncryptStored, RemovePlain],
  providers: ({ config, log, platform }) => [
    { provide: MediaLog, useValue: new MediaLog(log) },
    {
      provide: Storage,
      useFactory: () => openStorage(config(StorageConfig), { ...config(EncryptionConfig), refused: countRefused }),
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
        variantSweep({ db, renditions, storage, clock }, config(MediaConfig), config(StorageConfig)),
      inject: [Database, Renditions, Storage, Clock],
    },
    { provide: BackupStores, useFactory: () => backupStores(config) },
    ...[ObjectCopier, UnderWay, Copies],
    ...[Renditions, Renderer, Scaler],
    StudioLogos,
    ...[PlainObjects, EncryptedCopies, EncryptPhoto, EncryptWatermarks],
    ...watermarkProviders({
      media: config(MediaConfig),
      store: config(StorageConfig),
      connections: platform.databasePool,
    }),
  ],
  async onStart(get) {
    observeMedia(get(Pool), get(Store))
    // made once, so that a folder that vanishes later is missed and not made anew; photos wait where it is away already
    await get(Store)
      .ready()
      .catch(error => get(MediaLog).storeAway(error))
  },
  ready: get => get(Store).ready(),
  lacks: get => (get(Store).canEncrypt ? [] : [NO_KEY]),
  doctor,
})

/** To be asked for by an abstract class. */
const Store = Storage as unknown as Class<Storage>
const MB = 1024 ** 2
/** Of this user: another's folder could not be swept. By number, as a container's user may have no name. */
const ownFolder = (): string => join(tmpdir(), `daymark-media-${process.getuid?.() ?? ''}`)
const programs = (env: Env): string => env.PATH ?? '/usr/local/bin:/usr/bin:/bin'

async function startPool(config: MediaConfig, log: MediaLog, folders: WorkFolders): Promise<Pool> {
  const path = programs(processEnv())
  await folders.prepare()
  const [{ exiftool, dcraw, tools }, confinement] = await Promise.all([
    capabilities(path),
    confine({ path, work: folders.path, root: folders.cover, uid: config.decoderUid }),
  ])
  folders.uid = confinement.uid
  log.toolsFound(exiftool, dcraw)
  log.confined(confinement.says)
  return new Pool({
    size: config.processes ?? availableParallelism(),
    jobsPerProcess: config.recyclePhotos,
    recycleAbove: config.recycleMb * MB,
    idleMs: config.idleSeconds * 1000,
    jobTimeoutMs: config.photoSeconds * 1000,
    settings: { tools, memoryLimit: config.memoryMb * MB },
    confinement,
    env: { PATH: path, LANG: 'C.UTF-8', TZ: 'UTC' },
  })
}

/** Nothing here is needed to start: without them some photos show less. */
async function doctor(env: Env): Promise<Check[]> {
  const path = programs(env)
  const { workDir = ownFolder(), decoderUid: uid } = loadConfig(MediaConfig, env)
  const folders = new WorkFolders(workDir)
  await folders.prepare()
  const { exiftool, dcraw } = await capabilities(path)
  const confinement = await confine({ path, work: folders.path, root: folders.cover, uid })
  await folders.onModuleDestroy()
  return [
    encryptionCheck(loadConfig(EncryptionConfig, env)),
    { name: 'decoders', ok: confinement !== UNCONFINED, needed: false, says: confinement.says },
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
