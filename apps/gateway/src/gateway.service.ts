import { Clock, countUnreadableObject, defineService, RpcClient, type ServiceContext } from '@daymark/platform'
import { openStorage, Storage } from '@daymark/storage'
import type { Provider } from '@nestjs/common'
import { adminControllers, adminParts } from './api/admin/parts.ts'
import { accountControllers } from './api/account/parts.ts'
import { libraryControllers } from './api/library/parts.ts'
import { PlansInForce } from './api/account/plans-in-force.ts'
import { EventsController } from './api/events.controller.ts'
import { GalleryAnswers } from './api/sharing/gallery-answers.ts'
import { HealthController } from './api/health.controller.ts'
import { Photographers } from './api/sharing/photographers.ts'
import { OwnLinks } from './api/sharing/own-links.ts'
import { v1Controllers, v1Parts } from './api/v1/parts.ts'
import { sharingControllers, sharingParts } from './api/sharing/parts.ts'
import { uploadControllers, uploadParts } from './api/uploads/parts.ts'
import { visitorControllers, visitorParts } from './api/visitors/parts.ts'
import { bearerParts } from './bearers/parts.ts'
import { BuildVersion } from './build-version.ts'
import { Caches } from './cache/caches.ts'
import {
  AddressConfig,
  EncryptionConfig,
  GatewayConfig,
  StorageConfig,
  SupportConfig,
  usualSupport,
  WebConfig,
} from './config.ts'
import { askAboutDomains } from './hosts/ask-about-domains.ts'
import { ChangeStream } from './events/change-stream.ts'
import { subscribedTypes } from './events/subscribe.ts'
import { CardProvider } from './edge/billing-pages.ts'
import { ReadBodies } from './edge/bodies.ts'
import { Resources } from './edge/resources.ts'
import { Shutdown } from './edge/shutdown.ts'
import { Site } from './helpers/site.ts'
import { ShownBrands } from './hosts/shown-brands.ts'
import { CustomHosts } from './hosts/custom-hosts.ts'
import { startHttp } from './edge/start.ts'
import { WebApp } from './edge/web-app.ts'
import { LinkAddresses } from './link-addresses.ts'
import { FileSender } from './media/file-sender.ts'
import { LinkAccess } from './media/link-access.ts'
import { LiveDownloads } from './media/live-downloads.ts'
import { Exports } from './media/export/exports.ts'
import { Archives } from './media/visitors/archives.ts'
import { Manifests } from './media/visitors/manifests.ts'
import { MediaController } from './media/media.controller.ts'
import { SharedMediaController } from './media/visitors/shared-media.controller.ts'
import { ScaledPhotos } from './media/visitors/scaled-photos.ts'
import { VariantLocations } from './media/variant-locations.ts'
import { VisitorDownloads } from './media/visitors/visitor-downloads.ts'
import { VisitorPictures } from './media/visitors/visitor-pictures.ts'
import { Watermarked } from './media/visitors/watermarked.ts'
import { WatermarkUpload } from './upload/watermark-upload.ts'
import { SecurityFactsController } from './api/security-facts.controller.ts'
import { PrivacyFactsController } from './api/privacy-facts.controller.ts'
import { Readiness } from './readiness.ts'
import { OwnStudioPage } from './studio-pages/own-studio-page.ts'
import { StudioPages } from './studio-pages/studio-pages.ts'
import { Cookies } from './session/cookies.ts'
import { LinkCards } from './share-page/link-cards.ts'
import { AccessGuard } from './session/access.guard.ts'
import { LimitCallers } from './session/limit-callers.ts'
import { OwnAnswers } from './session/own-answers.ts'
import { PasskeyPlaces } from './session/passkey-places.ts'
import { MailFacts } from './api/mail-facts.ts'
import { Sessions } from './session/sessions.ts'
import { SignedIn } from './session/signed-in.ts'
import { ResumableUploads } from './upload/resumable-uploads.ts'
import { StoreOwner } from './upload/store-owner.ts'
import { UploadSweep } from './upload/upload-sweep.ts'
import { Uploads } from './upload/uploads.ts'
import { Visits } from './visits.ts'

/** The only HTTP edge: no data of its own, so no database. */
export const gatewayService = defineService({
  name: 'gateway',
  configs: [AddressConfig, GatewayConfig, StorageConfig, EncryptionConfig, SupportConfig, WebConfig],
  database: false,
  callsOthers: true,
  listens: subscribedTypes,
  providers,
  http: {
    controllers: [
      ...accountControllers,
      ...libraryControllers,
      ...sharingControllers,
      ...visitorControllers,
      ...uploadControllers,
      ...adminControllers,
      EventsController,
      SecurityFactsController,
      PrivacyFactsController,
      HealthController,
      MediaController,
      SharedMediaController,
      ...v1Controllers,
    ],
    start: startHttp,
  },
  ops: askAboutDomains,
})

/** What needs nothing but what is injected. */
const PARTS = [
  Caches,
  Sessions,
  ...bearerParts,
  SignedIn,
  PasskeyPlaces,
  AccessGuard,
  LimitCallers,
  ReadBodies,
  Resources,
  LinkAccess,
  GalleryAnswers,
  VariantLocations,
  FileSender,
  Watermarked,
  VisitorPictures,
  ScaledPhotos,
  ...[Archives, Exports, Manifests, VisitorDownloads],
  WatermarkUpload,
  LinkAddresses,
  LiveDownloads,
  OwnAnswers,
  ChangeStream,
  ResumableUploads,
  StoreOwner,
  Visits,
  Photographers,
  PlansInForce,
  ...sharingParts,
  CardProvider,
  LinkCards,
  CustomHosts,
  ShownBrands,
  MailFacts,
  ...[Site, Shutdown, OwnLinks],
  ...[StudioPages, OwnStudioPage],
  ...[...v1Parts, ...adminParts, ...visitorParts, ...uploadParts],
]
type SweepNeeds = [RpcClient, Clock, StoreOwner, Uploads, ResumableUploads]

function providers(context: ServiceContext): Provider[] {
  const [store, config] = [context.config(StorageConfig), context.config(GatewayConfig)]
  const storage = openStorage(store, { ...context.config(EncryptionConfig), onUnreadable: countUnreadableObject })
  const { publicUrl, version } = context.platform
  const support = context.config(SupportConfig)
  const web = new WebApp(context.config(WebConfig).dir, {
    version: config.version,
    support: publicUrl ? usualSupport(support, publicUrl) : support.address,
  })
  return [
    { provide: Storage, useValue: storage },
    { provide: Cookies, useValue: new Cookies(context.platform.publicUrl) },
    { provide: WebApp, useValue: web },
    { provide: BuildVersion, useValue: new BuildVersion(web.version ?? config.version, version) },
    { provide: Readiness, useValue: new Readiness(context.transport, storage, context.rpc) },
    {
      provide: Uploads,
      useFactory: (rpc: RpcClient, clock: Clock, resumables: ResumableUploads, owner: StoreOwner) =>
        new Uploads({ storage, rpc, config, clock, resumables, owner }),
      inject: [RpcClient, Clock, ResumableUploads, StoreOwner],
    },
    {
      provide: UploadSweep,
      useFactory: (...[rpc, clock, owner, uploads, resumables]: SweepNeeds) =>
        new UploadSweep({ storage, rpc, config, store, clock, uploads, resumables, owner, log: context.log }),
      inject: [RpcClient, Clock, StoreOwner, Uploads, ResumableUploads],
    },
    ...PARTS,
  ]
}
