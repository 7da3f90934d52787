import {
  Clock,
  countUnreadableObject,
  defineService,
  discover,
  RpcClient,
  type ServiceContext,
} from '@daymark/platform'
import { openStorage, Storage } from '@daymark/storage'
import type { Provider } from '@nestjs/common'
import { BuildVersion, GatewayHeartbeat, Readiness, Shutdown } from './edge/lifecycle.ts'
import {
  AddressConfig,
  EncryptionConfig,
  GatewayConfig,
  StorageConfig,
  SupportConfig,
  defaultSupportAddress,
  WebConfig,
} from './config.ts'
import { RequestBodyInterceptor } from './edge/request-bodies.ts'
import { PaymentProvider } from './pages/billing-pages.ts'
import { FirstScreens } from './pages/first-screens.ts'
import { LinkResolver } from './visitors/link-resolver.ts'
import { GalleryResponses } from './api/sharing/gallery-responses.ts'
import { ConditionalRequests } from './routing/conditional-requests.ts'
import { startServer } from './edge/start-server.ts'
import { WebApp } from './pages/web-app.ts'
import { subscribedEventTypes } from './events/subscribe.ts'
import { certificateCheck } from './custom-domains/custom-domains.ts'
import { AccessGuard } from './session/access.guard.ts'
import { Cookies } from './session/cookies.ts'
import { CallerLimitInterceptor } from './session/caller-limits.ts'
import { ActiveDownloads } from './session/active-downloads.ts'
import { ResumableUploads } from './uploads/resumable-uploads.ts'
import { StoreOwner } from './uploads/store-owner.ts'
import { UploadSweep } from './uploads/upload-sweep.ts'
import { Uploads } from './uploads/uploads.ts'

const { controllers } = await discover(import.meta.dirname)

/** The only service that is reachable by HTTP. It stores nothing and has no database. */
export const gatewayService = defineService({
  name: 'gateway',
  configs: [AddressConfig, GatewayConfig, StorageConfig, EncryptionConfig, SupportConfig, WebConfig],
  database: false,
  callsOthers: true,
  listensTo: subscribedEventTypes,
  providers: createProviders,
  http: { controllers, start: startServer },
  ops: certificateCheck,
})

type SweepDependencies = [RpcClient, Clock, StoreOwner, Uploads, ResumableUploads]

const createFirstScreensProvider = (web: WebApp, { log }: ServiceContext): Provider => ({
  provide: FirstScreens,
  useFactory: (links: LinkResolver, galleries: GalleryResponses) => new FirstScreens(web, links, galleries, log),
  inject: [LinkResolver, GalleryResponses],
})

function createProviders(context: ServiceContext): Provider[] {
  const [storageConfig, config] = [context.config(StorageConfig), context.config(GatewayConfig)]
  const storage = openStorage(storageConfig, {
    ...context.config(EncryptionConfig),
    onUnreadable: countUnreadableObject,
  })
  const { publicUrl, version } = context.platform
  const support = context.config(SupportConfig)
  const web = new WebApp(context.config(WebConfig).dir, {
    support: publicUrl ? defaultSupportAddress(support, publicUrl) : support.address,
  })
  return [
    { provide: Storage, useValue: storage },
    { provide: Cookies, useValue: new Cookies(context.platform.publicUrl) },
    { provide: WebApp, useValue: web },
    { provide: BuildVersion, useValue: new BuildVersion(web.version, version) },
    { provide: Readiness, useValue: new Readiness(context.transport, storage, context.rpc) },
    createFirstScreensProvider(web, context),
    {
      provide: Uploads,
      useFactory: (rpc: RpcClient, clock: Clock, resumables: ResumableUploads, owner: StoreOwner) =>
        new Uploads({ storage, rpc, config, clock, resumables, owner }),
      inject: [RpcClient, Clock, ResumableUploads, StoreOwner],
    },
    {
      provide: UploadSweep,
      useFactory: (...[rpc, clock, owner, uploads, resumables]: SweepDependencies) =>
        new UploadSweep({ storage, rpc, config, storageConfig, clock, uploads, resumables, owner, log: context.log }),
      inject: [RpcClient, Clock, StoreOwner, Uploads, ResumableUploads],
    },
    // Providers that startServer uses. All other providers are found as constructor parameters of controllers and of these providers.
    AccessGuard,
    ActiveDownloads,
    CallerLimitInterceptor,
    RequestBodyInterceptor,
    ConditionalRequests,
    PaymentProvider,
    GatewayHeartbeat,
    Shutdown,
  ]
}
