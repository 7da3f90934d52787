import { PreflightController } from './preflight/preflight.controller.ts'
import { Preflights } from './preflight/preflights.ts'
import { PresetLinks } from './preset-links.ts'
import { PresetsController } from './presets.controller.ts'
import { SharesController } from './shares.controller.ts'
import { SharesOverviewController } from './shares-overview.controller.ts'
import { ShareAnalyticsController } from './share-analytics.controller.ts'
import { GalleryController } from './gallery.controller.ts'
import { ArchiveController } from './archive.controller.ts'
import { ManifestController } from './manifest.controller.ts'
import { TrackController } from './track.controller.ts'
import { LinkCardController } from './link-card.controller.ts'
import { SharedLogoController } from './shared-logo.controller.ts'
import { ShownStudioPageController } from './studio-page.controller.ts'

/** Links, as their owner and as visitors have them. */
export const sharingControllers = [
  // before `/api/shares/:id`
  SharesOverviewController,
  SharesController,
  ShareAnalyticsController,
  GalleryController,
  ArchiveController,
  ManifestController,
  TrackController,
  LinkCardController,
  SharedLogoController,
  PresetsController,
  PreflightController,
  ShownStudioPageController,
]
export const sharingParts = [Preflights, PresetLinks]
