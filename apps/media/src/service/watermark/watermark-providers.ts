import { availableParallelism } from 'node:os'
import { Clock, Database, Plans } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import type { Provider } from '@nestjs/common'
import type { MediaConfig, StorageConfig } from '../../config.ts'
import { MediaLog } from '../log.ts'
import { Scaler } from '../scaled/scaler.ts'
import { Renditions } from '../variants/renditions.ts'
import { MarkRenderer } from './renditions/mark-renderer.ts'
import { MarkedRows } from './renditions/marked-rows.ts'
import { Watermarked } from './renditions/watermarked.ts'
import { WatermarkSweep } from './renditions/sweep-watermarks.job.ts'

type Settings = { media: MediaConfig; store: StorageConfig; connections: number }
type RenderNeeds = [MarkedRows, MarkRenderer, Scaler, Storage, Plans, MediaLog]
type SweepNeeds = [Database, Renditions, MarkedRows, Storage, Clock]

export const watermarkProviders = ({ media, store, connections }: Settings): Provider[] => [
  {
    provide: Watermarked,
    useFactory: (...[rows, renderer, scaler, storage, plans, log]: RenderNeeds) =>
      // at most a third of the connections: the others are for saving renditions and for uploads
      new Watermarked(
        { rows, renderer, scaler, storage, plans, log },
        Math.max(1, Math.min(media.processes ?? availableParallelism(), Math.floor(connections / 3))),
      ),
    inject: [MarkedRows, MarkRenderer, Scaler, Storage, Plans, MediaLog],
  },
  {
    provide: WatermarkSweep,
    useFactory: (...[db, renditions, rows, storage, clock]: SweepNeeds) =>
      new WatermarkSweep({ db, renditions, rows, storage, clock }, store),
    inject: [Database, Renditions, MarkedRows, Storage, Clock],
  },
]
