import { useSearchParams } from '../../lib/router.tsx'
import { TagList } from './list/tag-list.tsx'
import { TagView } from './view/tag-view.tsx'

/** L-ROUTE-08: the page with all tags, or with the photos of the tag in the URL. */
export function TagsPage() {
  const [params] = useSearchParams()
  const id = params.get('tag')
  return id ? <TagView key={id} id={id} /> : <TagList />
}
