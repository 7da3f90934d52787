import { useSearchParams } from '../../lib/router.ts'
import { TagList } from './list/tag-list.tsx'
import { TagView } from './view/tag-view.tsx'

/** L-ROUTE-08: all tags, or the photos of the tag in the address. */
export function TagsPage() {
  const [params] = useSearchParams()
  const id = params.get('tag')
  return id ? <TagView key={id} id={id} /> : <TagList />
}
