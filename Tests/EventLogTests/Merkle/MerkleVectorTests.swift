import EventLog
import Foundation
import Support
import Testing

private let folder = "merkle-transparency-dev"
private let rootsPath = "\(folder)/rfc6962-known-roots.json"

/// Trees and proofs that others computed.
@Suite(.enabled(if: SharedData.bytes(rootsPath) != nil, "\(folder) is not there"))
struct MerkleVectorTests {
    private struct Roots: Decodable {
        struct Computed: Decodable {
            var inclusionProofs: [InclusionPath]
            var consistencyProofs: [ConsistencyPath]
        }

        struct InclusionPath: Decodable {
            var size: UInt64
            var index: UInt64
            var path: [String]
        }

        struct ConsistencyPath: Decodable {
            var from: UInt64
            var to: UInt64
            var path: [String]
        }

        var leafInputsHex: [String]
        var leafHashesHex: [String]
        var rootsHexByTreeSize: [String]
        var computedHere: Computed
    }

    @Test func knownTrees() throws {
        let json = try #require(SharedData.bytes(rootsPath))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let known = try decoder.decode(Roots.self, from: Data(json))
        #expect(known.rootsHexByTreeSize.count == 9)
        var frontier = MerkleFrontier()
        #expect(frontier.root.hex == known.rootsHexByTreeSize[0])
        var leaves: [Digest] = []
        for (index, input) in known.leafInputsHex.enumerated() {
            let bytes = stride(from: 0, to: input.count, by: 2).compactMap {
                UInt8(input.dropFirst($0).prefix(2), radix: 16)
            }
            let leaf = SHA256.leaf(bytes)
            leaves.append(leaf)
            #expect(leaf.hex == known.leafHashesHex[index])
            frontier.append(leafHash: leaf)
            #expect(frontier.root.hex == known.rootsHexByTreeSize[index + 1])
        }
        func subtree(start: UInt64, level: Int) -> Digest {
            var frontier = MerkleFrontier()
            for leaf in leaves[Int(start)..<(Int(start) + 1 << level)] {
                frontier.append(leafHash: leaf)
            }
            return frontier.root
        }
        for path in known.computedHere.inclusionProofs {
            let proof = MerkleProof.inclusionProof(
                index: path.index, treeSize: path.size, subtree: subtree)
            #expect(proof?.map(\.hex) == path.path)
        }
        for path in known.computedHere.consistencyProofs {
            let proof = MerkleProof.consistencyProof(
                from: path.from, to: path.to, subtree: subtree)
            #expect(proof?.map(\.hex) == path.path)
        }
    }

    private struct Inclusion: Decodable {
        var leafIdx: UInt64
        var treeSize: UInt64
        var root: Data
        var leafHash: Data
        var proof: [Data]?
        var wantErr: Bool
    }

    private struct Consistency: Decodable {
        var size1: UInt64
        var size2: UInt64
        var root1: Data
        var root2: Data
        var proof: [Data]?
        var wantErr: Bool
    }

    @Test func inclusion() throws {
        let names = [
            "empty-root", "happy-path", "inserted-component", "leafIdx-XOR-@2", "leafIdx-plus-@1",
            "leafIdx-sub-@1", "modified-proof[0]-bit-@3", "modified-proof[1]-bit-@3",
            "modified-proof[2]-bit-@3", "preceding-garbage", "preceding-root", "random-root",
            "removed-component", "trailing-garbage", "trailing-root", "treeSize-div-@2",
            "treeSize-mul-@2", "wrong-leaf",
        ]
        let vectors = try read(Inclusion.self, "inclusion", names)
        #expect(vectors.count == 49)
        for (name, vector) in vectors {
            var holds = false
            if let root = digest(vector.root), let leaf = digest(vector.leafHash),
                let proof = digests(vector.proof)
            {
                holds = MerkleProof.verifyInclusion(
                    leafHash: leaf, index: vector.leafIdx, treeSize: vector.treeSize, proof: proof,
                    root: root)
            }
            #expect(holds != vector.wantErr, "\(name)")
        }
    }

    @Test func consistency() throws {
        let names = [
            "empty-proof", "happy-path", "modified-proof@0-bit-@4", "modified-proof@1-bit-@4",
            "modified-proof@2-bit-@4", "preceding-garbage", "preceding-proof-@0",
            "preceding-root1", "preceding-root2", "size1-XOR-@2", "size1-plus-@1", "size1-sub-@1",
            "size2-div-@2", "size2-mul-@2", "swapped-roots", "trailing-garbage", "trailing-root1",
            "trailing-root2", "truncated-proof", "wrong-root1", "wrong-root2",
        ]
        let vectors = try read(Consistency.self, "consistency", names)
        #expect(vectors.count == 43)
        for (name, vector) in vectors {
            var holds = false
            if let old = digest(vector.root1), let new = digest(vector.root2),
                let proof = digests(vector.proof)
            {
                holds = MerkleProof.verifyConsistency(
                    from: vector.size1, to: vector.size2, proof: proof, oldRoot: old, newRoot: new)
            }
            #expect(holds != vector.wantErr, "\(name)")
        }
    }

    private func read<Vector: Decodable>(
        _ type: Vector.Type, _ kind: String, _ names: [String]
    ) throws -> [(String, Vector)] {
        var vectors: [(String, Vector)] = []
        for number in 0...2 {
            for name in names {
                let path = "\(folder)/testdata/\(kind)/\(number)/\(name).json"
                guard let json = SharedData.bytes(path) else { continue }
                vectors.append((path, try JSONDecoder().decode(type, from: Data(json))))
            }
        }
        return vectors
    }

    private func digest(_ data: Data) -> Digest? { Digest(bytes: [UInt8](data)) }

    private func digests(_ data: [Data]?) -> [Digest]? {
        let digests = (data ?? []).map { digest($0) }
        return digests.contains(nil) ? nil : digests.compactMap { $0 }
    }
}
