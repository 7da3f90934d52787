import type { http } from '@daymark/contracts'
import { useCallback, useMemo, useState } from 'react'
import { queryString } from '../../../lib/api.ts'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
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
  const { resetColor } = useTagColors()
  const [deletingIds, setDeletingIds] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const remove = useCallback(
    async ({ id, label }: http.Tag) => {
      if (!window.confirm('Are you sure you want to delete this tag? This will remove it from all photos.')) return
      setFailure(null)
      setDeletingIds(current => new Set(current).add(id))
      if (await deleteTag(id)) resetColor(id)
      else setFailure(`The tag '${label}' could not be deleted. Please try again.`)
      setDeletingIds(current => new Set([...current].filter(other => other !== id)))
    },
    [resetColor],
  )
  return { deletingIds, failure, onDelete: useCallback((tag: http.Tag) => void remove(tag), [remove]) }
}

/** The cards of all tags. Only cards near the window are rendered and request their photos. */
export function TagGrid({ tags, searchText }: { tags: readonly http.Tag[]; searchText: string }) {
  const { colorOf } = useTagColors()
  const { columns, height } = GRID_LAYOUTS[useIsPhone() ? 'phone' : 'desktop']
  const cells = useMemo(() => tags.map(({ id }) => ({ id, width: 1, height })), [tags, height])
  const [editedTagId, setEditedTagId] = useState<string | null>(null)
  const deletion = useTagDeletion()
  return (
    <>
      <FailureNote text={deletion.failure} />
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
              to={`/tags${queryString({ q: searchText, tag: tag.id })}`}
              isEditing={editedTagId === tag.id}
              isDeleting={deletion.deletingIds.has(tag.id)}
              onEdit={setEditedTagId}
              onDelete={deletion.onDelete}
            />
          )
        }}
      />
    </>
  )
}
