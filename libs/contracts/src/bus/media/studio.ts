import { z } from 'zod'
import { subscriptionView } from '../billing/subscriptions.ts'
import { event, id, rpc } from '../define.ts'
import { type Rendition, rendition } from './events.ts'

const logo = z.object({ logo: rendition.nullable() })

/** The logo of a studio, converted to PNG (rule 71). */
export const studioLogos = {
  /** Access has been checked. */
  getStudioLogo: rpc('media.studio-logos.get', z.object({ ownerId: id }), logo),
  /** `key`: object stored by the gateway, which removes it afterwards. PLAN_REQUIRED, IMAGE_UNREADABLE, IMAGE_TOO_LARGE. */
  setStudioLogo: rpc(
    'media.studio-logos.set',
    z.object({ key: z.string(), size: z.number().int(), plan: subscriptionView }),
    logo,
  ),
  removeStudioLogo: rpc('media.studio-logos.remove', z.object({}), logo),
}

/** Version and size of a logo. */
export const studioLogo = z.object({ version: z.string(), width: z.number().int(), height: z.number().int() })
export type StudioLogo = z.infer<typeof studioLogo>
export const studioLogoOf = ({ sha256, width, height }: Rendition): StudioLogo => ({
  ...{ version: sha256.slice(0, 12), width, height },
})
/** Subscribers keep the newest `revision`. */
export const studioLogoChanged = event(
  'media.studio-logo.changed.v1',
  z.object({ ownerId: id, revision: z.number().int().optional(), logo: studioLogo.nullish() }),
  { priority: 'urgent' },
)
