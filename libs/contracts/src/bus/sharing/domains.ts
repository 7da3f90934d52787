import { z } from 'zod'
import { event, id, isoTime, rpc } from '../define.ts'

/** `failing`: it was verified, and the last look-up did not find what it has to; served for some days more. */
export const domainState = z.enum(['pending', 'verified', 'failing'])

export const domainView = z.object({
  host: z.string().describe('Host name in punycode.'),
  challenge: z.string().describe('Expected value of the TXT record.'),
  state: domainState,
  problem: z.string().nullable().describe('Reason why the domain is not verified, as a message for the owner.'),
  found: z.object({ cname: z.boolean(), txt: z.boolean() }).nullable().describe('Null: not checked yet.'),
  checkedAt: isoTime.nullable(),
  verifiedAt: isoTime.nullable().describe('Time at which both records were last seen.'),
  serves: z.boolean().describe('Whether the domain currently serves galleries: it is verified and the plan allows it.'),
})
export type DomainView = z.infer<typeof domainView>

/** `target`: what its CNAME record has to name; null: this installation has no name of its own, so there can be none. */
export const domainSettings = z.object({ target: z.string().nullable(), domain: domainView.nullable() })
export type DomainSettings = z.infer<typeof domainSettings>

/** A host of an owner (rule 70): DNS proves it, sharing keeps it, the gateway serves it. */
export const domains = {
  /** The caller's own. */
  getDomain: rpc('sharing.domains.get', z.object({}), domainSettings),
  /** Takes the place of the one before. INVALID_INPUT says what is wrong with it; PLAN_REQUIRED. */
  setDomain: rpc('sharing.domains.set', z.object({ host: z.string() }), domainSettings),
  /** Looks both records up. PLAN_REQUIRED, DOMAIN_NOT_FOUND; TOO_MANY_REQUESTS after many that found nothing. */
  verifyDomain: rpc('sharing.domains.verify', z.object({}), domainSettings),
  removeDomain: rpc('sharing.domains.remove', z.object({}), domainSettings),
  /** Whose galleries are on a host. `closed`: somebody's were, and are not at the moment. `unknown`: nobody's ever were. */
  findHost: rpc(
    'sharing.domains.find',
    z.object({ host: z.string() }),
    z.object({ state: z.enum(['unknown', 'closed', 'served']), ownerId: id.nullable() }),
  ),
  /** The host that an owner's links name; null: that of the installation. */
  getHost: rpc('sharing.domains.host', z.object({ ownerId: id }), z.object({ host: z.string().nullable() })),
  /** Whose a link is, dead or alive. SHARE_UNAVAILABLE where there never was one. */
  findLinkOwner: rpc('sharing.links.owner', z.object({ token: z.string() }), z.object({ linkId: id, ownerId: id })),
}

/** Which of an owner's hosts are served has changed: no gateway goes by what it remembers of these. */
export const domainChanged = event('sharing.domain.changed.v1', z.object({ ownerId: id, hosts: z.array(z.string()) }), {
  lane: 'urgent',
})
