import type { http } from '@daymark/contracts'
import { useCallback, useMemo, useState } from 'react'
import { queryString } from '../../../lib/api.ts'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { useTagColors } from '../../../domain/tags/tag-display.ts'
import { MasonryGrid } from '../../../widgets/masonry/masonry-grid.tsx'
import type { ColumnRule } from '../../../widgets/masonry/masonry-layout.ts'
import { FailureNote } from '../../../ui/feedback/notice.tsx'
import { TagCard } from './tag-card.tsx'
import { deleteTag } from '../manage-tags.api.ts'

/** The layouts of the grid. `height`: height of a card relative to its width. */
const GRID_LAYOUTS = {
  desktop: { height: 1.24, columns: { gap: 24, minColumn: 208, maxColumns: 8, align: 'start' } },
  phone: { height: 1.36, columns: { gap: 14, minColumn: 150, maxColumns: 4, align: 'start' } },
} satisfies Record<string, { height: number; columns: ColumnRule }>

/** Returns the function that deletes a tag, the tags that are being deleted, and the last failure. */
function useTagDeletion() {
  const { forgetColor } = useTagColors()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const remove = useCallback(
    async ({ id, label }: http.Tag) => {
      if (!window.confirm('Are you sure you want to delete this tag? This will remove it from all photos.')) return
      setFailure(null)
      setIds(now => new Set(now).add(id))
      if (await deleteTag(id)) forgetColor(id)
      else setFailure(`The tag '${label}' could not be deleted. Please try again.`)
      setIds(now => new Set([...now].filter(other => other !== id)))
    },
    [forgetColor],
  )
  return { ids, failure, onDelete: useCallback((tag: http.Tag) => void remove(tag), [remove]) }
}

/** The cards of all tags. Only cards near the window are rendered and request their photos. */
export function TagGrid({ tags, typed }: { tags: readonly http.Tag[]; typed: string }) {
  const { colorOf } = useTagColors()
  const { columns, height } = GRID_LAYOUTS[useIsPhone() ? 'phone' : 'desktop']
  const cells = useMemo(() => tags.map(({ id }) => ({ id, width: 1, height })), [tags, height])
  const [editing, setEditing] = useState<string | null>(null)
  const deleting = useTagDeletion()
  return (
    <>
      <FailureNote text={deleting.failure} />
      <MasonryGrid
        photos={cells}
        label="Tags"
        columns={columns}
        margin={200}
        renderPhoto={(_, index) => {
          const tag = tags[index]
          if (!tag) return null
          return (
            <TagCard
              tag={tag}
              color={colorOf(tag.id)}
              to={`/tags${queryString({ q: typed, tag: tag.id })}`}
              isEditing={editing === tag.id}
              isDeleting={deleting.ids.has(tag.id)}
              onEdit={setEditing}
              onDelete={deleting.onDelete}
            />
          )
        }}
      />
    </>
  )
}
