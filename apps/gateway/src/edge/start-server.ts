import type { RequestListener, Server } from 'node:http'
import { errors } from '@daymark/contracts'
import { contained, type Logger, RpcClient, type ServiceContext } from '@daymark/platform'
import type { INestApplication } from '@nestjs/common'
import type { NestExpressApplication } from '@nestjs/platform-express'
import type { NextFunction, Request, Response } from 'express'
import { openToOrigins, openToTokens, refuseCrossSite } from './cross-site.ts'
import { Caches } from '../cache/caches.ts'
import { AddressConfig, GatewayConfig } from '../config.ts'
import { ChangeStream } from '../events/change-stream.ts'
import { type Listeners, subscribe } from '../events/subscribe.ts'
import { entityTag } from '../http/entity-tags.ts'
import { Site } from '../custom-domains/public-urls.ts'
import { ShownBrands } from '../custom-domains/studio-brands.ts'
import { CustomHosts } from '../custom-domains/custom-domains.ts'
import { GatewayHeartbeat } from './lifecycle.ts'
import { LinkAddresses } from '../visitors/link-resolver.ts'
import { Notices } from '../events/notices.ts'
import { FileSender } from '../media/file-sender.ts'
import { LinkAccess } from '../media/visitors/link-access.ts'
import { LiveDownloads } from '../media/visitors/active-visitor-downloads.ts'
import { VariantLocations } from '../media/variant-locations.ts'
import { VisitorPictures } from '../media/visitors/visitor-pictures.ts'
import { Watermarked } from '../media/visitors/watermarked.ts'
import { cachedVariantFastPath } from '../media/cached-variant-fast-path.ts'
import { Cookies } from '../session/cookies.ts'
import { AccessGuard } from '../session/access.guard.ts'
import { LimitCallers } from '../session/caller-limits.ts'
import { OwnAnswers } from '../session/active-downloads.ts'
import { Sessions } from '../session/sessions.ts'
import { LinkCards } from '../pages/link-cards.ts'
import { sharePages } from '../pages/share-pages.ts'
import { pagesOfStudios } from '../pages/serve-studio-pages.ts'
import { StudioPages } from '../pages/studio-pages.ts'
import { UploadSweep } from '../uploads/upload-sweep.ts'
import { billingPages, CardProvider } from '../pages/billing-pages.ts'
import { limitBodyTime, ReadBodies } from './request-bodies.ts'
import { compressText } from './compression.ts'
import { limitConnections } from './connections.ts'
import { ErrorFilter } from './errors.ts'
import { hostsFirst } from '../custom-domains/request-domain.ts'
import { leadOn } from '../pages/redirect-old-slugs.ts'
import { checkMethod } from '../routing/route-table.ts'
import { onlyGalleries } from '../custom-domains/galleries-only.ts'
import { refuseOtherSpellings, routeBySpelling } from './canonical-urls.ts'
import { requestContext } from './request-context.ts'
import { Resources } from '../routing/conditional-requests.ts'
import { securityHeaders } from './security-headers.ts'
import { WebApp } from '../pages/web-app.ts'

/** Everything in front of the controllers, in the order in which a request meets it. */
export async function startHttp(nest: INestApplication, context: ServiceContext): Promise<void> {
  const app = nest as NestExpressApplication
  const { publicUrl } = context.platform
  const config = context.config(GatewayConfig)
  const web = app.get(WebApp)
  const filter = new ErrorFilter(context.log)

  answerFirst(app, config, context.log)
  routeBySpelling(app)
  app.set('trust proxy', config.trustProxy)
  app.disable('x-powered-by')
  app.set('etag', entityTag)
  app.use(requestContext(context.log, response => filter.answer(errors.INTERNAL(), response)))
  const sources = { publicUrl, scripts: web.scriptHashes }
  app.use(securityHeaders(sources), onlyGalleries(publicUrl?.startsWith('https:') ?? false))
  app.use(compressText())
  app.use(leadOn(app.get(LinkAddresses)))
  app.use(pages(app, config), studioPages(app, config), billingPages(app.get(CardProvider), sources, config.patienceMs))
  app.use(web.serve())
  app.use(refuseOtherSpellings)
  app.use(['/api', '/v1'], revalidate)
  app.use('/v1', openToOrigins)
  app.use('/media', openToTokens)
  app.use(checkMethod)
  app.use(refuseCrossSite(app.get(Cookies), publicUrl))
  app.use(limitBodyTime)
  app.useGlobalGuards(app.get(AccessGuard))
  app.useGlobalInterceptors(app.get(OwnAnswers), app.get(LimitCallers), app.get(ReadBodies), app.get(Resources))
  app.useGlobalFilters(filter)

  const { port, host } = context.config(AddressConfig)
  limitConnections(app.getHttpServer(), config)
  await subscribe(context.transport, listeners(app))
  await app.get(Notices).start()
  // Node's default backlog of 511 drops connections when hundreds of visitors come at the same moment. Nest passes all arguments on to
  // the server, but its types know only the first two.
  const address = [port, host, config.connections] as unknown as [port: number, host: string]
  await app.listen(...address)
  app.get(UploadSweep).start()
  app.get(GatewayHeartbeat).start()
}

const listeners = (app: NestExpressApplication): Listeners => ({
  caches: app.get(Caches),
  downloads: app.get(LiveDownloads),
  own: app.get(OwnAnswers),
  stream: app.get(ChangeStream),
  notices: app.get(Notices),
})

const pages = (app: NestExpressApplication, { patienceMs }: GatewayConfig) =>
  sharePages({
    web: app.get(WebApp),
    cards: app.get(LinkCards),
    site: app.get(Site),
    brands: app.get(ShownBrands),
    addresses: app.get(LinkAddresses),
    rpc: app.get(RpcClient),
    patienceMs,
  })

const studioPages = (app: NestExpressApplication, { patienceMs }: GatewayConfig) =>
  pagesOfStudios({
    web: app.get(WebApp),
    pages: app.get(StudioPages),
    cards: app.get(LinkCards),
    site: app.get(Site),
    brands: app.get(ShownBrands),
    patienceMs,
  })

/** In front of Express, whose own work on a request is several times that of these answers. */
function answerFirst(app: NestExpressApplication, { trustProxy }: GatewayConfig, log: Logger): void {
  const server: Server = app.getHttpServer()
  const [express, ...others] = server.listeners('request') as RequestListener[]
  if (!express || others.length > 0) throw new Error('the HTTP server is not set up as expected')
  const parts = {
    cookies: app.get(Cookies),
    sessions: app.get(Sessions),
    links: app.get(LinkAccess),
    locations: app.get(VariantLocations),
    visitors: app.get(VisitorPictures),
    files: app.get(FileSender),
    downloads: app.get(LiveDownloads),
    watermarked: app.get(Watermarked),
  }
  const first = hostsFirst(app.get(CustomHosts), trustProxy, cachedVariantFastPath(parts, express))
  server.removeAllListeners('request').on('request', contained(first, log))
}

/** Answers are somebody's own and of this moment; an unchanged one comes back as 304. What an action answers is not kept at all. */
function revalidate(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', ['GET', 'HEAD'].includes(request.method) ? 'private, no-cache' : 'no-store')
  next()
}
