import { type Actor, type Rpc } from '@daymark/contracts'
import { Clock, type PlatformConfig, type RpcClient } from '@daymark/platform'
import { jest } from '@jest/globals'
import type { Request } from 'express'
import { GalleryResponses } from '../src/api/sharing/gallery-responses.ts'
import { PhotographerNames, StudioBrands } from '../src/custom-domains/studio-brands.ts'
import { ApiTokens } from '../src/api-tokens/api-tokens.ts'
import { CustomDomains, type PublicUrls } from '../src/custom-domains/custom-domains.ts'
import { LinkResolver } from '../src/visitors/link-resolver.ts'
import { LinkAccess } from '../src/media/visitors/link-access.ts'
import type { ActiveVisitorDownloads } from '../src/media/visitors/active-visitor-downloads.ts'
import { VariantLocations } from '../src/media/variant-locations.ts'
import { VisitorPictures } from '../src/media/media.controllers.ts'
import { WatermarkedFileLocator } from '../src/media/visitors/watermarked.ts'
import type { Cookies } from '../src/session/cookies.ts'
import { SessionLookup } from '../src/session/sessions.ts'
import { LinkCards } from '../src/pages/link-cards.ts'
import { PublicStudioPages } from '../src/pages/studio-pages.ts'
import { Caches } from '../src/cache/caches.ts'
import type { GatewayConfig } from '../src/config.ts'
import { tagsOfEvent } from '../src/cache/event-tags.ts'
import {
  createServiceHandlers,
  changes,
  createState,
  type Event,
  NAMES,
  type Random,
  createRandom,
  type ServiceState,
} from './simulated-services.ts'

/**
 * Property: once a gateway has received the event of a change, it answers every new request as a gateway without caches would, even while
 * loads that began before the change are still running. The clock advances rarely, so that few entries expire.
 */
const SEEDS = 8
const STEPS = 2000

/** The parts of a gateway that answer from its caches. */
function createGateway(call: (...call: Call) => Promise<unknown>) {
  const rpc = { call } as unknown as RpcClient
  const [caches, clock] = [new Caches({ cacheMb: 4 } as GatewayConfig), new Clock()]
  const links = new LinkAccess(rpc, clock, caches)
  const locations = new VariantLocations(rpc, caches)
  const linkResolver = new LinkResolver(rpc, caches)
  const watermarked = new WatermarkedFileLocator(rpc, caches)
  const photographers = new PhotographerNames(rpc, caches)
  const brand = new StudioBrands(rpc, caches)
  const hosts = new CustomDomains(rpc, caches, {} as PlatformConfig)
  return {
    caches,
    links,
    locations,
    linkResolver,
    watermarked,
    brand,
    hosts,
    sessions: new SessionLookup(rpc, caches),
    tokens: new ApiTokens(rpc, clock, caches),
    cards: new LinkCards(rpc, linkResolver, watermarked, caches),
    galleries: new GalleryResponses(rpc, links, photographers, caches),
    pages: new PublicStudioPages(rpc, hosts, {} as PublicUrls, brand, photographers, caches),
    pictures: new VisitorPictures(links, locations, {} as Cookies, {} as ActiveVisitorDownloads, watermarked),
  }
}
type Gateway = ReturnType<typeof createGateway>
type GatewayRequest = (gateway: Gateway) => Promise<unknown>

/** A random request for a random object. */
function createRandomRequest(state: ServiceState, random: Random): GatewayRequest {
  const [session, token, link] = [random.pick(state.sessions), random.pick(state.tokens), random.pick(state.links)]
  const [owner, name, request] = [random.pick(state.owners).id, random.pick(NAMES), { ip: '127.0.0.1' } as Request]
  const size = random.pick(['sm', 'lg'] as const)
  const ownSize = random.pick([size, 'original'] as const)
  const host = random.pick([`${owner}.example`, `new-${owner}.example`])
  const picture = async ({ pictures, watermarked }: Gateway) =>
    watermarked.forVisitor(await pictures.locate({ token: link.token, name, size }, ''), size)
  const studioPage = async ({ pages }: Gateway) =>
    (await pages.bodyOf(await pages.find(owner, request))).plain.toString()
  return random.pick<GatewayRequest>([
    ({ sessions }) => sessions.check(`session-token-of-${session.id}`),
    ({ tokens }) => tokens.check(token.text, '127.0.0.1'),
    ({ links }) => links.checkAccess({ token: link.token }, ''),
    picture,
    picture,
    ({ locations }) => locations.findForOwner({ userId: owner } as Actor, { name, size: ownSize }),
    ({ linkResolver }) => linkResolver.resolveToken(link.slug, request),
    ({ linkResolver }) => linkResolver.ownerOf(link.token, request),
    ({ cards }) => cards.find(link.token, request),
    ({ hosts }) => hosts.find(host, ''),
    ({ hosts }) => hosts.findHostOfOwner(owner),
    ({ brand }) => brand.find(owner),
    ({ watermarked }) => watermarked.getVersion(owner),
    studioPage,
    studioPage,
    async ({ galleries }) => {
      const entered = await galleries.checkAccess({ token: link.token }, '')
      return (await galleries.bodyOf(entered, { token: link.token })).plain.toString()
    },
  ])
}

const outcomeOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    value => JSON.stringify(value),
    (error: Error) => `${error.name} ${error.message}`,
  )

type Call = [contract: Rpc, input: never, actor: Actor]

/**
 * Simulates a gateway. Its calls are answered in random order, and the answers arrive in random order, while the state of the services
 * changes.
 */
class Simulation {
  /** Pairs of answers to the same request: that of the gateway with caches, and that of a gateway without caches. */
  readonly answerPairs: [cached: string, uncached: string][] = []
  private readonly random: Random
  private readonly state = createState()
  private readonly answers = createServiceHandlers(this.state)
  /** Calls that the called service has not answered yet. */
  private readonly calls: (() => void)[] = []
  /** Answers of services that the gateway has not received yet. */
  private readonly replies: (() => void)[] = []
  private readonly events: Event[] = []
  private readonly running: Promise<void>[] = []
  private changeCount = 0
  private readonly cached = createGateway((...call) => this.delayed(...call))
  /** A gateway without cached data: it is replaced after every change. */
  private uncached = createGateway((...call) => this.answer(...call))

  constructor(seed: number) {
    this.random = createRandom(seed)
  }

  async run(advance: (ms: number) => void): Promise<void> {
    const { random, calls, replies } = this
    for (let step = 0; step < STEPS; step++) {
      const action = random.next(20)
      if (action === 0) this.change()
      if (action <= 3) this.receiveEvent()
      if (action >= 4 && action < 11) this.running.push(this.request())
      if (action >= 11) this.runRandom(calls)
      if (action >= 13) this.runRandom(replies)
      if (random.next(300) === 0) advance(250)
      await new Promise(setImmediate)
    }
    while (calls.length + replies.length > 0) {
      this.runRandom(calls.length > 0 ? calls : replies)
      await new Promise(setImmediate)
    }
    await Promise.all(this.running)
  }

  private change(): void {
    this.changeCount++
    this.events.push(...this.random.pick(changes)(this.state, this.random))
    this.uncached = createGateway((...call) => this.answer(...call))
  }

  private receiveEvent(): void {
    const event = this.events.shift()
    if (event) this.cached.caches.invalidate(tagsOfEvent({ type: event.type.name, data: event.data }))
  }

  private async request(): Promise<void> {
    const request = createRandomRequest(this.state, this.random)
    const [changedBefore, isQuiet] = [this.changeCount, this.events.length === 0]
    const outcome = await outcomeOf(request(this.cached))
    // If the state changed during the request, the answer may be that of the old or of the new state.
    if (!isQuiet || this.changeCount !== changedBefore) return
    this.answerPairs.push([outcome, await outcomeOf(request(this.uncached))])
  }

  private async answer(...[contract, input, actor]: Call): Promise<unknown> {
    return this.answers.get(contract)?.(input, actor)
  }

  private delayed(...call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.calls.push(() => {
        const answered = this.answer(...call)
        this.replies.push(() => void answered.then(resolve, reject))
      })
    })
  }

  private runRandom(steps: (() => void)[]): void {
    steps.splice(this.random.next(steps.length), 1)[0]?.()
  }
}

it('rule 33: after an event, a gateway answers every request as a gateway without caches would', async () => {
  let now = 1000
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now)
  try {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const simulation = new Simulation(seed)
      await simulation.run(ms => void (now += ms))
      expect(simulation.answerPairs.length).toBeGreaterThan(STEPS / 10)
      const wrong = simulation.answerPairs.filter(([cached, uncached]) => cached !== uncached)
      expect({ seed, wrong }).toEqual({ seed, wrong: [] })
    }
  } finally {
    clock.mockRestore()
  }
}, 60_000)
