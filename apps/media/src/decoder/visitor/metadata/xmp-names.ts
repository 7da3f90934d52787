/** Vocabularies that are kept, by their full names, because prefixes are arbitrary. Unknown ones are removed with their content. */
export const KEPT_VOCABULARIES = new Set([
  'adobe:ns:meta/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://www.w3.org/XML/1998/namespace',
  'http://purl.org/dc/elements/1.1/',
  'http://ns.adobe.com/xap/1.0/',
  'http://ns.adobe.com/xap/1.0/rights/',
  'http://ns.adobe.com/tiff/1.0/',
  'http://ns.adobe.com/exif/1.0/',
  'http://ns.adobe.com/exif/1.0/aux/',
  'http://cipa.jp/exif/1.0/',
  'http://ns.adobe.com/photoshop/1.0/',
  'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  'http://ns.useplus.org/ldf/xmp/1.0/',
  'http://creativecommons.org/ns#',
  'http://ns.google.com/photos/1.0/panorama/', // projection of a sphere
  'http://ns.google.com/photos/1.0/container/',
  'http://ns.google.com/photos/1.0/container/item/',
  'http://ns.adobe.com/hdr-gain-map/1.0/',
  'http://ns.apple.com/HDRGainMap/1.0/',
])

const PRIVATE_WORDS = /gps|serial|latitude|longitude|altitude|makernote|thumbnail|uniqueid|ownername|usercomment/i
const PLACES = /^(location.*|sublocation|city|state|provincestate|country.*|worldregion|devicesettingdescription)$/i

/** Whether a name in a kept vocabulary states the place or identifies an individual camera. */
export const isPrivateName = (name: string): boolean => PRIVATE_WORDS.test(name) || PLACES.test(name)
