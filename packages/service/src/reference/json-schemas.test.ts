import { expect, test } from 'vitest'
import { z } from 'zod'
import { JsonSchemas } from './json-schemas.ts'

const example = { id: 'coins-500', $ref: '#/$defs/nothing', additionalProperties: false }
const itemSchema = z.object({ id: z.string() }).meta({ id: 'TestItem', examples: [example] })
const orderSchema = z.object({ item: itemSchema, id: z.string().default('order-1') })
const schemas = new JsonSchemas([orderSchema], 'input')

test('a schema with an id is a component, which the others refer to', () => {
  expect(schemas.of(orderSchema)).toMatchObject({ properties: { item: { $ref: '#/components/schemas/TestItem' } } })
  expect(schemas.components).toHaveProperty('TestItem.properties.id', { type: 'string' })
})

test('members of examples and defaults stay as they are, whatever their names', () => {
  expect(schemas.components).toHaveProperty('TestItem.examples', [example])
  expect(schemas.of(orderSchema)).toHaveProperty('properties.id.default', 'order-1')
})

test('an object of an answer is open to fields that come later', () => {
  expect(JSON.stringify(new JsonSchemas([orderSchema], 'output').of(orderSchema))).not.toContain('additionalProperties')
})

test('a schema that was not given to be converted is not written', () => {
  expect(() => schemas.of(z.string())).toThrow('none of those')
})
