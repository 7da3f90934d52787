import { availableParallelism } from 'node:os'
import { Clock, Database, Plans } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import type { Provider } from '@nestjs/common'
import type { MediaConfig, StorageConfig } from '../../config.ts'
import { MediaLog } from '../log.ts'
import { Scaler } from '../scaled/scale-photos.handlers.ts'
import { Renditions } from '../variants/renditions.ts'
import { WatermarkRenderer } from './renditions/watermark-renderer.ts'
import { WatermarkedFiles } from './renditions/watermarked-files.ts'
import { WatermarkedPhotos } from './renditions/watermarked-photos.ts'
import { WatermarkSweep } from './renditions/sweep-watermarks.job.ts'

type WatermarkSettings = { media: MediaConfig; store: StorageConfig; connections: number }
type RenderDependencies = [WatermarkedFiles, WatermarkRenderer, Scaler, Storage, Plans, MediaLog]
type SweepDependencies = [Database, Renditions, WatermarkedFiles, Storage, Clock]

export const createWatermarkProviders = ({ media, store, connections }: WatermarkSettings): Provider[] => [
  {
    provide: WatermarkedPhotos,
    useFactory: (...[rows, renderer, scaler, storage, plans, log]: RenderDependencies) =>
      // renderings use at most a third of the database connections, so that enough remain for uploads and queries
      new WatermarkedPhotos(
        { rows, renderer, scaler, storage, plans, log },
        Math.max(1, Math.min(media.processes ?? availableParallelism(), Math.floor(connections / 3))),
      ),
    inject: [WatermarkedFiles, WatermarkRenderer, Scaler, Storage, Plans, MediaLog],
  },
  {
    provide: WatermarkSweep,
    useFactory: (...[db, renditions, rows, storage, clock]: SweepDependencies) =>
      new WatermarkSweep({ db, renditions, rows, storage, clock }, store),
    inject: [Database, Renditions, WatermarkedFiles, Storage, Clock],
  },
]
