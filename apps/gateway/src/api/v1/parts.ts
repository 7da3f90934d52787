import { LibraryResponses } from '../../cache/library-responses.ts'
import { StatusController } from './status.controller.ts'
import { TokensController } from './tokens.controller.ts'
import { SharedAlbums } from '../library/shared-albums.ts'
import { V1AlbumsController } from './albums.controller.ts'
import { V1CapturesController } from './captures.controller.ts'
import { V1ChangesController } from './changes.controller.ts'
import { DeliveriesController } from './deliveries.controller.ts'
import { V1ImagesController } from './images.controller.ts'
import { V1LibraryController } from './library.controller.ts'
import { V1ManifestController } from './manifest.controller.ts'
import { V1CommentsController } from './comments.controller.ts'
import { V1PresetsController } from './presets.controller.ts'
import { V1PicksController } from './picks.controller.ts'
import { V1SectionsController } from './sections.controller.ts'
import { V1ShareManifestController } from './share-manifest.controller.ts'
import { V1SharesController } from './shares.controller.ts'
import { V1StudioPageController } from './studio-page.controller.ts'
import { Shown } from './shown.ts'
import { V1ReplacementsController } from './replacements.controller.ts'
import { V1UploadLinksController } from './upload-links.controller.ts'
import { V1UploadsController } from './uploads.controller.ts'
import { WebhooksController } from './webhooks.controller.ts'

/** The public API: the same library, shown to programs. */
export const v1Controllers = [
  ...[V1ReplacementsController, V1CapturesController],
  ...[V1AlbumsController, V1SectionsController, V1ManifestController, V1ImagesController, V1UploadsController],
  ...[V1SharesController, V1PicksController, V1CommentsController, V1ChangesController, V1LibraryController],
  V1ShareManifestController,
  V1PresetsController,
  V1StudioPageController,
  V1UploadLinksController,
  ...[StatusController, TokensController, WebhooksController, DeliveriesController],
]
export const v1Parts = [LibraryResponses, SharedAlbums, Shown]
