import { z } from 'zod'
import { studioPageBody } from '../studio-pages.ts'

/** rule 156. */
export const studioPage = z.object({
  enabled: z.boolean(),
  url: z.url().nullable().describe('null: it has no address yet'),
  name: z.string().nullable().describe('in its address on this installation: /studio/{name}'),
  title: z.string().describe('empty: the name of the studio'),
  text: z.string(),
  allow_indexing: z.boolean().describe('search engines may list the page'),
  share_ids: z.array(z.uuid()).describe('the share links that it lists, in its order'),
})
export type StudioPage = z.infer<typeof studioPage>
export const studioPagePatch = studioPageBody
