import { AlbumsController } from './albums.controller.ts'
import { AnalyticsController } from './analytics.controller.ts'
import { CapturesController } from './captures.controller.ts'
import { ExportController } from './export.controller.ts'
import { ImagesController } from './images.controller.ts'
import { SectionsController } from './sections.controller.ts'
import { TagsController } from './tags.controller.ts'
import { ReplacementsController } from './replacements.controller.ts'
import { TrashController } from './trash.controller.ts'
import { UploadsController } from './uploads.controller.ts'

export const libraryControllers = [
  ...[ImagesController, UploadsController, AlbumsController, SectionsController, TagsController],
  ...[CapturesController, ReplacementsController],
  ...[TrashController, ExportController, AnalyticsController],
]
