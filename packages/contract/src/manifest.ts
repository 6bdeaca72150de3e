import { z } from 'zod'
import { WIDGET_DIGEST, WIDGET_FILE_NAME } from './widget.ts'

/** @see service.md, "Widget manifest"; decisions.md §6 */
export const manifestSchema = z
  .object({
    file_name: z
      .string()
      .regex(WIDGET_FILE_NAME)
      .meta({ examples: ['payments-widget-1.0.0.js'] }),
    integrity: z.object({
      digest: z
        .string()
        .regex(WIDGET_DIGEST)
        .meta({ examples: ['sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb'] }),
      type: z.enum(['sha-384', 'sha384']),
    }),
  })
  .meta({ id: 'WidgetManifest' })

/** What readers accept: another service may name its script otherwise, but never outside its folder. */
export const readableManifestSchema = manifestSchema.extend({ file_name: z.string().regex(/^[\w-][\w.-]*\.js$/) })
