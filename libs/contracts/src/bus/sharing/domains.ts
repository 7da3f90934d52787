import { z } from 'zod'
import { event, id, isoTime, rpc } from '../define.ts'

/** `failing`: it was verified, but the last lookup failed. It is served for some more days. */
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

/** `target`: required target of the CNAME record. Null: the installation has no public host name, so it offers no domains. */
export const domainSettings = z.object({ target: z.string().nullable(), domain: domainView.nullable() })
export type DomainSettings = z.infer<typeof domainSettings>

/** Custom domains (rule 70), verified in DNS and served by the gateway. */
export const domains = {
  /** Domain of the caller. */
  getDomain: rpc('sharing.domains.get', z.object({}), domainSettings),
  /** Replaces the previous domain. INVALID_INPUT for an invalid name; PLAN_REQUIRED. */
  setDomain: rpc('sharing.domains.set', z.object({ host: z.string() }), domainSettings),
  /** Looks up both records. PLAN_REQUIRED, DOMAIN_NOT_FOUND; TOO_MANY_REQUESTS after many failed lookups. */
  verifyDomain: rpc('sharing.domains.verify', z.object({}), domainSettings),
  removeDomain: rpc('sharing.domains.remove', z.object({}), domainSettings),
  /** Owner of a host. `closed`: it served galleries before, but does not at the moment. `unknown`: it never did. */
  findHost: rpc(
    'sharing.domains.find',
    z.object({ host: z.string() }),
    z.object({ state: z.enum(['unknown', 'closed', 'served']), ownerId: id.nullable() }),
  ),
  /** Host in the links of an owner. Null: the host of the installation. */
  getHost: rpc('sharing.domains.host', z.object({ ownerId: id }), z.object({ host: z.string().nullable() })),
  /** Owner of a link, even if it is revoked or expired. SHARE_UNAVAILABLE if it never existed. */
  findLinkOwner: rpc('sharing.links.owner', z.object({ token: z.string() }), z.object({ linkId: id, ownerId: id })),
}

/** The served hosts of an owner changed. Gateways remove these hosts from their caches. */
export const domainChanged = event('sharing.domain.changed.v1', z.object({ ownerId: id, hosts: z.array(z.string()) }), {
  priority: 'urgent',
})
