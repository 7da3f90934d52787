import { Clock, countRefused, defineService, RpcClient, type ServiceContext } from '@daymark/platform'
import { openStorage, Storage } from '@daymark/storage'
import type { Provider } from '@nestjs/common'
import { adminControllers, adminParts } from './api/admin/parts.ts'
import { libraryControllers } from './api/library/parts.ts'
import { BillingController } from './api/account/billing.controller.ts'
import { PlansInForce } from './api/account/plans-in-force.ts'
import { ArchiveController } from './api/sharing/archive.controller.ts'
import { AuthController } from './api/account/auth.controller.ts'
import { EventsController } from './api/events.controller.ts'
import { GalleryAnswers } from './api/sharing/gallery-answers.ts'
import { GalleryController } from './api/sharing/gallery.controller.ts'
import { HealthController } from './api/health.controller.ts'
import { LinkCardController } from './api/sharing/link-card.controller.ts'
import { Photographers } from './api/sharing/photographers.ts'
import { ShareAnalyticsController } from './api/sharing/share-analytics.controller.ts'
import { MailLinksController } from './api/account/mail-links.controller.ts'
import { ProfileController } from './api/account/profile.controller.ts'
import { SessionsController } from './api/account/sessions.controller.ts'
import { SharesController } from './api/sharing/shares.controller.ts'
import { PasskeysController } from './api/account/passkeys.controller.ts'
import { SecondStepController } from './api/account/second-step.controller.ts'
import { SharesOverviewController } from './api/sharing/shares-overview.controller.ts'
import { SubscriptionController } from './api/account/subscription.controller.ts'
import { WatermarkImageController } from './api/account/watermark-image.controller.ts'
import { WatermarkController } from './api/account/watermark.controller.ts'
import { OwnLinks } from './api/sharing/own-links.ts'
import { v1Controllers, v1Parts } from './api/v1/parts.ts'
import { TrackController } from './api/sharing/track.controller.ts'
import { visitorControllers, visitorParts } from './api/visitors/parts.ts'
import { bearerParts } from './bearers/parts.ts'
import { BuildVersion } from './build-version.ts'
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
import { Shutdown } from './edge/shutdown.ts'
import { Site } from './helpers/site.ts'
import { ShownBrands } from './hosts/shown-brands.ts'
import { SupportController } from './api/account/support.controller.ts'
import { BrandController } from './api/account/brand.controller.ts'
import { SharedLogoController } from './api/sharing/shared-logo.controller.ts'
import { CustomHosts } from './hosts/custom-hosts.ts'
import { promisedControllers } from './api/account/promised.ts'
import { startHttp } from './edge/start.ts'
import { WebApp } from './edge/web-app.ts'
import { LinkAddresses } from './link-addresses.ts'
import { LiveDownloads } from './media/live-downloads.ts'
import { Exports } from './media/export/exports.ts'
import { Archives } from './media/visitors/archives.ts'
import { MediaAccess } from './media/media-access.ts'
import { MediaController } from './media/media.controller.ts'
import { SharedMediaController } from './media/visitors/shared-media.controller.ts'
import { ScaledPhotos } from './media/visitors/scaled-photos.ts'
import { VisitorDownloads } from './media/visitors/visitor-downloads.ts'
import { OpenLinks } from './media/visitors/open-links.ts'
import { Pictures } from './media/pictures.ts'
import { VisitorPictures } from './media/visitors/visitor-pictures.ts'
import { Watermarked } from './media/visitors/watermarked.ts'
import { WatermarkUpload } from './upload/watermark-upload.ts'
import { SecurityFactsController } from './api/security-facts.controller.ts'
import { PrivacyFactsController } from './api/privacy-facts.controller.ts'
import { Readiness } from './readiness.ts'
import { Cookies } from './session/cookies.ts'
import { LinkCards } from './share-page/link-cards.ts'
import { AccessGuard } from './session/access.guard.ts'
import { LimitCallers } from './session/limit-callers.ts'
import { OwnAnswers } from './session/own-answers.ts'
import { PasskeyPlaces } from './session/passkey-places.ts'
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
      AuthController,
      SecondStepController,
      PasskeysController,
      MailLinksController,
      ProfileController,
      SessionsController,
      ...libraryControllers,
      TrackController,
      SharesController,
      SharesOverviewController,
      ShareAnalyticsController,
      GalleryController,
      ArchiveController,
      ...visitorControllers,
      SubscriptionController,
      BillingController,
      WatermarkController,
      WatermarkImageController,
      ...promisedControllers,
      BrandController,
      SupportController,
      SharedLogoController,
      ...adminControllers,
      EventsController,
      SecurityFactsController,
      PrivacyFactsController,
      HealthController,
      MediaController,
      LinkCardController,
      SharedMediaController,
      ...v1Controllers,
    ],
    start: startHttp,
  },
  ops: askAboutDomains,
})

/** What needs nothing but what is injected. */
const PARTS = [
  Sessions,
  ...bearerParts,
  SignedIn,
  PasskeyPlaces,
  AccessGuard,
  LimitCallers,
  ReadBodies,
  OpenLinks,
  GalleryAnswers,
  MediaAccess,
  Pictures,
  Watermarked,
  VisitorPictures,
  ScaledPhotos,
  ...[Archives, Exports, VisitorDownloads],
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
  CardProvider,
  LinkCards,
  CustomHosts,
  ShownBrands,
  ...[Site, Shutdown, OwnLinks],
  ...[...v1Parts, ...adminParts, ...visitorParts],
]
type SweepNeeds = [RpcClient, Clock, StoreOwner, Uploads, ResumableUploads]

function providers(context: ServiceContext): Provider[] {
  const [store, config] = [context.config(StorageConfig), context.config(GatewayConfig)]
  const storage = openStorage(store, { ...context.config(EncryptionConfig), refused: countRefused })
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
