import { type http, MASONRY_LAYOUT, MOBILE_MAX_WIDTH, VARIANT_BY_WIDTH, type VariantSize } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { tileRatio } from '../../../domain/photos/photo.ts'
import pictureStyles from '../../../widgets/masonry/masonry.module.css'
import { createPlaceholderUrl } from '../../../widgets/masonry/placeholder.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { GalleryBar, GalleryHeader, GalleryTools } from '../gallery/gallery-frame.tsx'
import galleryStyles from '../gallery/gallery.module.css'
import { coverOf, variantUrl } from '../share-media.ts'
import { StudioGalleries } from '../studio/studio-view.tsx'
import { compressPlaceholders } from './compress-placeholders.ts'

type Brand = http.PublicBrand | null

/** Renders the first screen of a gallery. `share` needs to contain only the first photos and the cover. */
export const renderGallery = (share: http.PublicShare, brand: Brand): string =>
  renderFirstScreen(
    <>
      <GalleryHeader share={share} />
      {share.link.first_look && <div className={galleryStyles['notice-line']} />}
      <div aria-hidden inert>
        <GalleryBar share={share} brand={brand}>
          <GalleryTools share={share} downloads={null} />
        </GalleryBar>
        <Tiles share={share} />
      </div>
    </>,
  )

export const renderStudioPage = (page: http.PublicStudioPage, brand: Brand): string =>
  renderFirstScreen(
    <StudioGalleries
      page={page}
      brand={brand}
      brandMark={<BrandMark brand={brand} />}
      footer={null}
      hasDates={false}
    />,
  )

/** The first screen contains no `main` element, because the application has one. */
const renderFirstScreen = (content: ReactNode) => compressPlaceholders(renderToStaticMarkup(content))

/** The number of photos on the first screen: as many as the widest page has columns. */
const TILE_COUNT = MASONRY_LAYOUT.maxColumns

/**
 * The tiles of the first row of the grid, or of the only column of a phone. If the gallery has a cover, the tiles
 * contain no pictures, because other pictures wait for the cover.
 */
function Tiles({ share }: { share: http.PublicShare }) {
  const photos = share.images.slice(0, TILE_COUNT)
  if (photos.length < TILE_COUNT) return null
  const hasCover = coverOf(share) !== null
  return (
    <div className={galleryStyles['grid']}>
      <style>{TILE_RULES}</style>
      <div className="first-tiles">
        {photos.map(photo => (
          <div
            key={photo.id}
            style={{ aspectRatio: tileRatio({ width: photo.width ?? 0, height: photo.height ?? 0 }) }}
          >
            <span className={pictureStyles['picture']}>
              <Placeholder hash={photo.placeholder} />
              {!hasCover && <TilePicture photo={photo} />}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function Placeholder({ hash }: { hash: string | null }) {
  const url = createPlaceholderUrl(hash)
  return <span className="first-placeholder" style={url ? { backgroundImage: `url(${url})` } : undefined} />
}

/** S-PUB-20: the picture of a photo, in the same variant as in the grid. */
function TilePicture({ photo }: { photo: http.PublicImage }) {
  return (
    <picture>
      {PICTURE_SOURCES.map(({ size, media }) => (
        <source key={size} media={media} srcSet={variantUrl(photo, size)} />
      ))}
      <img src={variantUrl(photo, 'md')} alt="" decoding="async" draggable={false} fetchPriority="high" />
    </picture>
  )
}

/** The layout of a grid. Widths and gaps are in px. */
type GridLayout = { minColumnWidth: number; gap: number; maxColumns: number }
const PHONE_GRID: GridLayout = {
  minColumnWidth: MASONRY_LAYOUT.mobileMinColumn,
  gap: MASONRY_LAYOUT.mobileGap,
  maxColumns: MASONRY_LAYOUT.mobileMaxColumns,
}
const DESKTOP_GRID: GridLayout = {
  minColumnWidth: MASONRY_LAYOUT.minColumn,
  gap: MASONRY_LAYOUT.gap,
  maxColumns: MASONRY_LAYOUT.maxColumns,
}

/** Returns the width of a page with this number of columns of this width. The padding at each side is one gap. */
const pageWidth = (columns: number, columnWidth: number, { gap }: GridLayout) => columns * (columnWidth + gap) + gap

const PICTURE_SOURCES: { size: VariantSize; media: string }[] = [
  {
    size: 'sm',
    media: `(${pageWidth(2, PHONE_GRID.minColumnWidth, PHONE_GRID)}px <= width <= ${pageWidth(2, VARIANT_BY_WIDTH.sm, PHONE_GRID)}px)`,
  },
  { size: 'lg', media: `(width > ${pageWidth(DESKTOP_GRID.maxColumns, VARIANT_BY_WIDTH.md, DESKTOP_GRID)}px)` },
]

/**
 * S-PUB-19: returns the CSS rule for a range of page widths. With two columns, the third photo would be below the
 * shorter one of the first two, so it is left out.
 */
const createTileRule = (layout: GridLayout, maxWidth: string) => {
  const { minColumnWidth, gap, maxColumns } = layout
  const width = `max(${minColumnWidth}px, (100% - ${(maxColumns - 1) * gap}px) / ${maxColumns})`
  const twoColumnWidths = `${pageWidth(2, minColumnWidth, layout)}px <= width < ${maxWidth}`
  return `.first-tiles { gap: ${gap}px; grid-template-columns: repeat(auto-fill, minmax(min(100%, ${width}), 1fr)) }
    @media (${twoColumnWidths}) { .first-tiles > :last-child { display: none } }`
}
const TILE_RULES = `${createTileRule(DESKTOP_GRID, `${pageWidth(DESKTOP_GRID.maxColumns, DESKTOP_GRID.minColumnWidth, DESKTOP_GRID)}px`)}
  @media (width <= ${MOBILE_MAX_WIDTH}px) { ${createTileRule(PHONE_GRID, `${MOBILE_MAX_WIDTH + 1}px`)} }`
