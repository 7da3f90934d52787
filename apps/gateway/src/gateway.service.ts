import { Clock, countRefused, defineService, discover, RpcClient, type ServiceContext } from '@daymark/platform'
import { openStorage, Storage } from '@daymark/storage'
import type { Provider } from '@nestjs/common'
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
import { ReadBodies } from './edge/request-bodies.ts'
import { CardProvider } from './pages/billing-pages.ts'
import { Resources } from './routing/conditional-requests.ts'
import { GatewayHeartbeat, Readiness, Shutdown } from './edge/lifecycle.ts'
import { startHttp } from './edge/start-server.ts'
import { WebApp } from './pages/web-app.ts'
import { subscribedTypes } from './events/subscribe.ts'
import { askAboutDomains } from './custom-domains/custom-domains.ts'
import { AccessGuard } from './session/access.guard.ts'
import { Cookies } from './session/cookies.ts'
import { LimitCallers } from './session/caller-limits.ts'
import { OwnAnswers } from './session/active-downloads.ts'
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
  listens: subscribedTypes,
  providers,
  http: { controllers, start: startHttp },
  ops: askAboutDomains,
})

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
    // Used by startHttp. All other providers are found as constructor parameters of the controllers and of these.
    ...[AccessGuard, OwnAnswers, LimitCallers, ReadBodies, Resources, CardProvider, GatewayHeartbeat, Shutdown],
  ]
}
