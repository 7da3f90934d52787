import type { RequestListener, Server } from 'node:http'
import { errors } from '@daymark/contracts'
import { withErrorBoundary, type Logger, RpcClient, type ServiceContext } from '@daymark/platform'
import type { INestApplication } from '@nestjs/common'
import type { NestExpressApplication } from '@nestjs/platform-express'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { allowAllOrigins, allowAllOriginsForTokens, rejectCrossSite } from './cross-site.ts'
import { Caches } from '../cache/caches.ts'
import { AddressConfig, GatewayConfig, OPTIONAL_TIMEOUT_MS } from '../config.ts'
import { ChangeStream } from '../events/change-stream.controller.ts'
import { type EventListeners, subscribeToEvents } from '../events/subscribe.ts'
import { computeEntityTag } from '../http/entity-tags.ts'
import { CustomDomains, PublicUrls } from '../custom-domains/custom-domains.ts'
import { StudioBrands } from '../custom-domains/studio-brands.ts'
import { GatewayHeartbeat } from './lifecycle.ts'
import { LinkResolver } from '../visitors/link-resolver.ts'
import { NoticesCache } from '../events/notices.ts'
import { FileSender } from '../media/file-sender.ts'
import { LinkAccess } from '../media/visitors/link-access.ts'
import { ActiveVisitorDownloads } from '../media/visitors/active-visitor-downloads.ts'
import { VariantLocations } from '../media/variant-locations.ts'
import { VisitorPictures } from '../media/media.controllers.ts'
import { WatermarkedFileLocator } from '../media/visitors/watermarked.ts'
import { cachedVariantFastPath } from '../media/cached-variant-fast-path.ts'
import { Cookies } from '../session/cookies.ts'
import { AccessGuard } from '../session/access.guard.ts'
import { CallerLimitInterceptor } from '../session/caller-limits.ts'
import { ActiveDownloads } from '../session/active-downloads.ts'
import { SessionLookup } from '../session/sessions.ts'
import { FirstScreens } from '../pages/first-screens.ts'
import { LinkCards } from '../pages/link-cards.ts'
import { redirectOldSlugs, serveSharePages } from '../pages/share-pages.ts'
import { serveStudioPages } from '../pages/serve-studio-pages.ts'
import { PublicStudioPages } from '../pages/studio-pages.ts'
import { UploadSweep } from '../uploads/upload-sweep.ts'
import { allowStripeOnBillingPages, PaymentProvider } from '../pages/billing-pages.ts'
import { limitBodyTime, RequestBodyInterceptor } from './request-bodies.ts'
import { compressText } from './compression.ts'
import { limitConnections } from './connections.ts'
import { ErrorFilter } from './errors.ts'
import { resolveCustomDomain } from '../custom-domains/request-domain.ts'
import { checkMethod, rejectNonCanonicalUrls, enableStrictRouting } from '../routing/route-table.ts'
import { restrictCustomDomain } from '../custom-domains/domain-restrictions.ts'
import { requestContext } from './request-context.ts'
import { ConditionalRequests } from '../routing/conditional-requests.ts'
import { securityHeaders } from './security-headers.ts'
import { WebApp } from '../pages/web-app.ts'

/** Sets up the middleware in the order in which a request passes it, and starts the server. */
export async function startServer(nest: INestApplication, context: ServiceContext): Promise<void> {
  const app = nest as NestExpressApplication
  const { publicUrl } = context.platform
  const config = context.config(GatewayConfig)
  const web = app.get(WebApp)
  const filter = new ErrorFilter(context.log)

  addFastPath(app, config, context.log)
  enableStrictRouting(app)
  app.set('trust proxy', config.trustProxy)
  app.disable('x-powered-by')
  app.set('etag', computeEntityTag)
  app.use(requestContext(context.log, response => filter.sendError(errors.INTERNAL(), response)))
  const pageSources = { publicUrl, scripts: web.scriptHashes }
  app.use(securityHeaders(pageSources), restrictCustomDomain(publicUrl?.startsWith('https:') ?? false))
  app.use(compressText())
  app.use(redirectOldSlugs(app.get(LinkResolver)), ...createPageHandlers(app, OPTIONAL_TIMEOUT_MS))
  app.use(
    allowStripeOnBillingPages(app.get(PaymentProvider), pageSources, OPTIONAL_TIMEOUT_MS),
    web.serve(app.get(Cookies)),
  )
  app.use(rejectNonCanonicalUrls)
  app.use(['/api', '/v1'], setCacheControl)
  app.use('/v1', allowAllOrigins)
  app.use('/media', allowAllOriginsForTokens)
  app.use(checkMethod)
  app.use(rejectCrossSite(app.get(Cookies), publicUrl))
  app.use(limitBodyTime)
  app.useGlobalGuards(app.get(AccessGuard))
  app.useGlobalInterceptors(
    app.get(ActiveDownloads),
    app.get(CallerLimitInterceptor),
    app.get(RequestBodyInterceptor),
    app.get(ConditionalRequests),
  )
  app.useGlobalFilters(filter)
  await listen(app, context)
}

async function listen(app: NestExpressApplication, context: ServiceContext): Promise<void> {
  const { port, host } = context.config(AddressConfig)
  const config = context.config(GatewayConfig)
  limitConnections(app.getHttpServer(), config)
  await subscribeToEvents(context.transport, collectEventListeners(app))
  await app.get(NoticesCache).start()
  // Node's default backlog of 511 drops connections when hundreds of visitors connect at once. Nest passes all arguments on to the
  // server, but its types only declare the first two.
  const listenArguments = [port, host, config.connections] as unknown as [port: number, host: string]
  await app.listen(...listenArguments)
  app.get(UploadSweep).start()
  app.get(GatewayHeartbeat).start()
}

const collectEventListeners = (app: NestExpressApplication): EventListeners => ({
  caches: app.get(Caches),
  visitorDownloads: app.get(ActiveVisitorDownloads),
  userDownloads: app.get(ActiveDownloads),
  stream: app.get(ChangeStream),
  notices: app.get(NoticesCache),
})

/** Creates the handlers of pages of links and studios. */
function createPageHandlers(app: NestExpressApplication, timeoutMs: number): RequestHandler[] {
  const pageDependencies = {
    web: app.get(WebApp),
    cards: app.get(LinkCards),
    urls: app.get(PublicUrls),
    brands: app.get(StudioBrands),
    firstScreens: app.get(FirstScreens),
    timeoutMs,
  }
  return [
    serveSharePages({ ...pageDependencies, linkResolver: app.get(LinkResolver), rpc: app.get(RpcClient) }),
    serveStudioPages({ ...pageDependencies, pages: app.get(PublicStudioPages) }),
  ]
}

/** Sends cached variants without Express, which would take several times as long. */
function addFastPath(app: NestExpressApplication, { trustProxy }: GatewayConfig, log: Logger): void {
  const server: Server = app.getHttpServer()
  const [express, ...otherListeners] = server.listeners('request') as RequestListener[]
  if (!express || otherListeners.length > 0) throw new Error('The HTTP server must have exactly one request listener.')
  const dependencies = {
    cookies: app.get(Cookies),
    sessions: app.get(SessionLookup),
    links: app.get(LinkAccess),
    locations: app.get(VariantLocations),
    visitors: app.get(VisitorPictures),
    files: app.get(FileSender),
    downloads: app.get(ActiveVisitorDownloads),
    watermarked: app.get(WatermarkedFileLocator),
  }
  const firstListener = resolveCustomDomain(
    app.get(CustomDomains),
    trustProxy,
    cachedVariantFastPath(dependencies, express),
  )
  server.removeAllListeners('request').on('request', withErrorBoundary(firstListener, log))
}

/** Responses are private to the caller. Browsers revalidate them (304 if unchanged) and never store the response to a change. */
function setCacheControl(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', ['GET', 'HEAD'].includes(request.method) ? 'private, no-cache' : 'no-store')
  next()
}
