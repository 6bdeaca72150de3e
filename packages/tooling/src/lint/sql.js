const QUERIES = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'selectNoFrom', 'executeQuery']

/** Keeps queries in stores, also where nothing of the query builder is imported.
 * @param {(file: string) => boolean} mayQuery
 * @param {(context: any) => string} fileOf */
export const sqlRule = (mayQuery, fileOf) => ({
  create: (/** @type {any} */ context) =>
    mayQuery(fileOf(context))
      ? {}
      : {
          'CallExpression > MemberExpression.callee': (/** @type {any} */ node) => {
            if (QUERIES.includes(node.property.name))
              context.report({ node, message: 'SQL stands in stores and migrations, and nowhere else.' })
          },
        },
})
